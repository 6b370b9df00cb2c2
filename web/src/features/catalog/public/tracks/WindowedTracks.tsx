import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState, type FocusEvent } from 'react';
import { Query } from '#ui/feedback/Query.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import styles from './TrackList.module.css';
import { stepThrough } from './step-through';
import type { TrackListProps } from './track-list-props';

/** Row heights and the widths below which they hold must equal those in Track.module.css, card widths those in TrackList.module.css. */
const rowRem = (width: number) => (width < 800 ? 5.75 : 4);
const cardMin = (width: number) => (width < 480 ? 148 : 208);
const CARD_GAP = 16;
/** The number of grey rows for tracks that will load, and how many rows before the end of the loaded part they load. */
const GHOSTS = 12;
const AHEAD = 24;
const CARD_BELOW_COVER = 170; // pixels, a first estimate; lines of cards are measured once they are drawn

/**
 * A list of any length that scrolls with the window. It draws only the lines in sight and the line with the focus, which
 * scrolling must not lose.
 */
export function WindowedTracks({ name, products, at, total, more, view, children }: TrackListProps) {
  const list = useRef<HTMLDivElement>(null);
  const { width, top, rem } = useBox(list);
  const [focusedLine, setFocusedLine] = useState(-1);
  const columns = view === 'rows' ? 1 : Math.max(2, Math.floor((width + CARD_GAP) / (cardMin(width) + CARD_GAP)));
  const cover = (width - CARD_GAP * (columns - 1)) / columns;

  // Rows before the loaded part keep their places, and grey rows stand for tracks that will load.
  const knownCount = Math.min(total, at + products.length + (more.next ? GHOSTS : 0));

  const lines = useWindowVirtualizer({
    count: Math.ceil(knownCount / columns),
    estimateSize: () => (view === 'rows' ? rowRem(width) * rem : cover + CARD_BELOW_COVER),
    overscan: view === 'rows' ? 8 : 2,
    scrollMargin: top,
    getItemKey: (line) => `${view}:${products[line * columns - at]?.id ?? `at-${line}`}`,
    useFlushSync: false,
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range);
      return focusedLine < 0 || focusedLine >= range.count || indexes.includes(focusedLine)
        ? indexes
        : [...indexes, focusedLine].sort((a, b) => a - b);
    },
  });

  const visibleLines = lines.getVirtualItems();
  const [begin, end] = [(visibleLines[0]?.index ?? 0) * columns, ((visibleLines.at(-1)?.index ?? 0) + 1) * columns];
  const direction = begin < at ? 'previous' : end > at + products.length - AHEAD ? 'next' : null;
  const load = useRef(more);
  useEffect(() => {
    load.current = more;
  });
  const hasFailed = more.error !== undefined && !more.isFetching;
  // Asks again after each call, which may have loaded another part. After a failure, the visitor must scroll or retry.
  const free = !more.isFetching && !hasFailed;
  useEffect(() => {
    if (direction) load.current[direction]?.();
  }, [direction, name, products, begin, free]);

  const lineOf = (event: FocusEvent) => Number(event.target.closest('[data-index]')?.getAttribute('data-index') ?? -1);
  return (
    <>
      <div
        ref={list}
        className={styles.list}
        style={{ height: lines.getTotalSize() }}
        role="feed"
        aria-label="Tracks"
        onKeyDown={stepThrough}
        onFocus={(event) => setFocusedLine(lineOf(event))}
        onBlur={() => setFocusedLine(-1)}
      >
        {visibleLines.map((line) => (
          <div
            key={line.key}
            ref={view === 'covers' ? lines.measureElement : undefined}
            data-index={line.index}
            className={styles.line}
            style={{
              transform: `translateY(${line.start - top}px)`,
              ...(view === 'covers' && { gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`, paddingBottom: CARD_GAP }),
            }}
          >
            {places(line.index * columns, Math.min(knownCount, (line.index + 1) * columns)).map((place) => {
              const product = products[place - at];
              return product ? children(product, place + 1) : <Ghost key={place} view={view} />;
            })}
          </div>
        ))}
      </div>
      {hasFailed && (
        <Query
          of={{ error: more.error, isFetching: false, refetch: () => (more.next ?? more.previous)?.() }}
          skeleton={null}
          errorText="More tracks could not be loaded."
        >
          {() => null}
        </Query>
      )}
    </>
  );
}

const places = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);

/** Stands for a track that is loading. */
const Ghost = ({ view }: { view: TrackListProps['view'] }) => (
  <div className={view === 'rows' ? styles.ghost : undefined} aria-hidden>
    <Skeleton width={view === 'rows' ? '48px' : '100%'} height={view === 'rows' ? '48px' : '100%'} />
    {view === 'rows' && <Skeleton width="40%" height="16px" />}
  </div>
);

/** The width of an element, its distance from the top of the page, and the size of a rem, kept up to date. */
function useBox(element: { current: HTMLElement | null }) {
  const [box, setBox] = useState({ width: 0, top: 0, rem: 16 });
  useLayoutEffect(() => {
    const measure = () => {
      if (!element.current) return;
      const { width, top } = element.current.getBoundingClientRect();
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
      const next = { width: Math.round(width), top: Math.round(top + window.scrollY), rem };
      setBox((last) => (last.width === next.width && last.top === next.top && last.rem === rem ? last : next));
    };
    measure();
    if (!('ResizeObserver' in window)) return;
    const observer = new ResizeObserver(measure);
    if (element.current) observer.observe(element.current);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return box;
}
