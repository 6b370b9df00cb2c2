import { formatCents } from '@shop/contracts/pricing';
import { Area, AreaChart, Bar, BarChart, LabelList, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { shortDay, stepName, type Series, type Step } from './admin-series';
import styles from './AdminSales.module.css';

const SIGNAL = 'var(--signal)';
const WARM = 'var(--warm)';
const MUTED = 'var(--muted)';
const MARGIN = { top: 20, right: 12, bottom: 0, left: 0 };
const y = { width: 56, tickLine: false, axisLine: false, tick: { fill: MUTED } } as const;
const hovered = { stroke: 'var(--line-strong)' };

/** Revenue as a line above orders as columns, one below the other on the same days; the highest of each carries its number. */
export function AdminSalesChart({ series: { unit, steps } }: { series: Series }) {
  const sold = steps.some(({ orders }) => orders > 0);
  const peak = (of: 'revenueCents' | 'orders') => steps.reduce((best, step, at) => (step[of] > steps[best]![of] ? at : best), 0);
  const label = (of: 'revenueCents' | 'orders', text: (value: number) => string) => {
    const at = peak(of);
    return (value: unknown, index: number) => (sold && index === at ? text(Number(value)) : '');
  };
  const x = {
    dataKey: 'from',
    tickFormatter: shortDay,
    minTickGap: 40,
    tickLine: false,
    axisLine: { stroke: 'var(--line)' },
    tick: { fill: MUTED },
  } as const;
  return (
    <div role="img" aria-label={inWords(unit, steps)}>
      <div className={`${styles.chart} ${styles.revenueChart}`}>
        <ResponsiveContainer>
          <AreaChart data={steps} margin={MARGIN} syncId="sales" accessibilityLayer={false}>
            <XAxis {...x} hide />
            <YAxis {...y} tickFormatter={wholeDollars} domain={[0, sold ? 'auto' : 100_00]} tickCount={4} />
            <Tooltip content={<Tip />} cursor={hovered} isAnimationActive={false} />
            <Area
              type="linear"
              dataKey="revenueCents"
              name="Revenue"
              stroke={SIGNAL}
              strokeWidth={2}
              fill={SIGNAL}
              fillOpacity={0.08}
              isAnimationActive={false}
            >
              <LabelList
                dataKey="revenueCents"
                content={<Peak text={label('revenueCents', (cents) => `Revenue ${formatCents(cents)}`)} fill={SIGNAL} />}
              />
            </Area>
          </AreaChart>
        </ResponsiveContainer>
      </div>
      <div className={`${styles.chart} ${styles.ordersChart}`}>
        <ResponsiveContainer>
          <BarChart data={steps} margin={MARGIN} syncId="sales" accessibilityLayer={false}>
            <XAxis {...x} />
            <YAxis {...y} allowDecimals={false} domain={[0, sold ? 'auto' : 1]} tickCount={3} />
            <Tooltip content={() => null} cursor={{ fill: 'var(--surface-2)' }} isAnimationActive={false} />
            <Bar dataKey="orders" name="Orders" fill={WARM} maxBarSize={16} isAnimationActive={false}>
              <LabelList dataKey="orders" content={<Peak text={label('orders', (count) => `Orders ${count}`)} fill={WARM} />} />
            </Bar>
          </BarChart>
        </ResponsiveContainer>
      </div>
    </div>
  );
}

const wholeDollars = (cents: number) =>
  cents >= 1_000_000 ? `$${Math.round(cents / 100_000) / 10}k` : `$${Math.round(cents / 100)}`;

function inWords(unit: Series['unit'], steps: readonly Step[]) {
  const best = steps.reduce((one, step) => (step.revenueCents > one.revenueCents ? step : one));
  return best.revenueCents === 0
    ? `Revenue and orders per ${unit}: nothing was sold.`
    : `Revenue and orders per ${unit}. The best ${unit} was ${stepName(best)} with ${formatCents(best.revenueCents)}.`;
}

type Drawn = {
  x?: number | string;
  y?: number | string;
  width?: number | string;
  value?: unknown;
  index?: number;
  viewBox?: { x?: number; y?: number };
};

/** A label on the line itself; it leans inwards where it would leave the chart. */
function Peak({ text, fill, ...drawn }: Drawn & { text: (value: unknown, index: number) => string; fill: string }) {
  const words = text(drawn.value, drawn.index ?? 0);
  if (!words) return null;
  const x = Number(drawn.x ?? 0) + Number(drawn.width ?? 0) / 2;
  return (
    <text x={x} y={Number(drawn.y ?? 0) - 8} fill={fill} textAnchor={x < 160 ? 'start' : 'end'}>
      {words}
    </text>
  );
}

function Tip({ active, payload }: { active?: boolean; payload?: readonly { payload?: unknown }[] }) {
  const step = payload?.[0]?.payload as Step | undefined;
  if (!active || !step) return null;
  return (
    <div className={styles.tip}>
      <p>{stepName(step)}</p>
      <p className={`mono ${styles.revenue}`}>{formatCents(step.revenueCents)}</p>
      <p className={`mono ${styles.orders}`}>
        {step.orders} {step.orders === 1 ? 'order' : 'orders'}
      </p>
    </div>
  );
}
