import { formatCents } from '@shop/contracts/pricing';
import { Bar, BarChart, ReferenceDot, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { shortDay, stepName, wholeDollars, type Series, type Step } from './admin-series';
import styles from './AdminSales.module.css';

const SIGNAL = 'var(--signal)';
const WARM = 'var(--warm)';
const MUTED = 'var(--muted)';
const MARGIN = { top: 24, right: 24, bottom: 0, left: 0 };
const y = { width: 56, tickLine: false, axisLine: false, tick: { fill: MUTED } } as const;
const hoverStyle = { fill: 'var(--surface-2)' };

/** Columns of revenue above columns of orders, over the same days. The highest value of each is labelled. */
export function AdminSalesChart({ series: { unit, steps } }: { series: Series }) {
  const hasSales = steps.some(({ orders }) => orders > 0);
  const peak = (of: 'revenueCents' | 'orders', fill: string, words: (value: number) => string) => {
    if (!hasSales) return null;
    const top = steps.reduce((best, step) => (step[of] > best[of] ? step : best));
    const at = steps.indexOf(top);
    // A label above a column near an edge would be cut off there, unless it is short.
    const isLong = of === 'revenueCents';
    const position = isLong && at < steps.length * 0.2 ? 'right' : isLong && at > steps.length * 0.8 ? 'left' : 'top';
    const { from, [of]: value } = top;
    return (
      <ReferenceDot
        x={from}
        y={value}
        r={0}
        ifOverflow="visible"
        label={{ value: words(value), fill, position, offset: position === 'top' ? 5 : 10 }}
      />
    );
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
          <BarChart data={steps} margin={MARGIN} syncId="sales" accessibilityLayer={false}>
            <XAxis {...x} hide />
            <YAxis {...y} tickFormatter={wholeDollars} domain={[0, hasSales ? 'auto' : 100_00]} tickCount={4} />
            <Tooltip content={<Tip />} cursor={hoverStyle} isAnimationActive={false} />
            <Bar dataKey="revenueCents" name="Revenue" fill={SIGNAL} maxBarSize={16} isAnimationActive={false} />
            {peak('revenueCents', SIGNAL, (cents) => `Revenue ${formatCents(cents)}`)}
          </BarChart>
        </ResponsiveContainer>
      </div>
      <div className={`${styles.chart} ${styles.ordersChart}`}>
        <ResponsiveContainer>
          <BarChart data={steps} margin={MARGIN} syncId="sales" accessibilityLayer={false}>
            <XAxis {...x} />
            <YAxis {...y} allowDecimals={false} domain={[0, hasSales ? 'auto' : 1]} tickCount={3} />
            <Tooltip content={() => null} cursor={hoverStyle} isAnimationActive={false} />
            <Bar dataKey="orders" name="Orders" fill={WARM} maxBarSize={16} isAnimationActive={false} />
            {peak('orders', WARM, (count) => `Orders ${count}`)}
          </BarChart>
        </ResponsiveContainer>
      </div>
    </div>
  );
}

function inWords(unit: Series['unit'], steps: readonly Step[]) {
  const best = steps.reduce((highest, step) => (step.revenueCents > highest.revenueCents ? step : highest));
  return best.revenueCents === 0
    ? `Revenue and orders per ${unit}: nothing was sold.`
    : `Revenue and orders per ${unit}. The best ${unit} was ${stepName(best)} with ${formatCents(best.revenueCents)}.`;
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
