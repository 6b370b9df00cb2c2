import type { Genre } from '@shop/contracts/constants';
import type { Palette } from './palettes';

/** The picture's size in pixels, without the strip with the name below it. */
export const WIDTH = 1200;
export const HEIGHT = 1068;
const MIDDLE = { x: WIDTH / 2, y: HEIGHT / 2 };

/** The input of a picture: the track's numbers, and a stream of random numbers for it alone. */
type Figures = { bpm: number; key: number; colours: Palette; random: () => number };
type Pattern = (figures: Figures) => string;

const range = (count: number) => Array.from({ length: count }, (_, at) => at);
const n = (value: number) => value.toFixed(1);

/** Two sets of rings. The key sets the distance of their centres, the tempo the distance of the rings. */
const rings: Pattern = ({ bpm, key, colours, random }) => {
  const gap = 3400 / bpm;
  const distance = 60 + key * 16;
  const angle = random() * Math.PI;
  const set = (sign: number, colour: string) => {
    const x = n(MIDDLE.x + sign * Math.cos(angle) * distance);
    const y = n(MIDDLE.y + sign * Math.sin(angle) * distance);
    return range(Math.ceil(900 / gap))
      .map((at) => `<circle cx="${x}" cy="${y}" r="${n((at + 0.5) * gap)}" stroke="${colour}"/>`)
      .join('');
  };
  return `<g fill="none" stroke-width="${n(gap * 0.42)}">${set(1, colours.ink)}${set(-1, colours.accent)}</g>`;
};

/** Bars whose width is the time between two beats, cut by a circle that exchanges their colours. */
const stripes: Pattern = ({ bpm, key, colours, random }) => {
  const count = Math.round(bpm / 6);
  const widths = range(count).map((at) => 0.25 + 0.75 * Math.abs(Math.sin((at * (key + 2)) / 5)));
  const unit = WIDTH / widths.reduce((sum, width) => sum + width, 0);
  let x = 0;
  const bars = widths.map((width) => {
    const bar = `<rect x="${n(x)}" y="0" width="${n(width * unit * 0.56)}" height="${HEIGHT}"/>`;
    x += width * unit;
    return bar;
  });
  const radius = 210 + key * 14;
  const cx = n(WIDTH * (0.3 + random() * 0.4));
  const cy = n(HEIGHT * (0.35 + random() * 0.3));
  return `<g fill="${colours.ink}">${bars.join('')}</g><clipPath id="hole"><circle cx="${cx}" cy="${cy}" r="${radius}"/></clipPath>
    <g clip-path="url(#hole)"><rect width="${WIDTH}" height="${HEIGHT}" fill="${colours.accent}"/>
    <g fill="${colours.ground}" transform="rotate(90 ${cx} ${cy})">${bars.join('')}</g></g>`;
};

/** A grid of dots whose sizes follow two waves. */
const dots: Pattern = ({ bpm, key, colours, random }) => {
  const columns = Math.round(bpm / 4.6);
  const step = WIDTH / columns;
  const rows = Math.ceil(HEIGHT / step);
  const turn = random() * 6;
  const focus = { x: columns * (0.25 + random() * 0.5), y: rows * (0.25 + random() * 0.5) };
  const circles = range(rows).flatMap((row) =>
    range(columns).map((column) => {
      const distance = Math.hypot(column - focus.x, row - focus.y);
      const swell = 0.5 + 0.5 * Math.sin(distance / (1.3 + key / 6) - turn);
      const colour = swell > 0.86 ? colours.accent : colours.ink;
      return `<circle cx="${n((column + 0.5) * step)}" cy="${n((row + 0.5) * step)}" r="${n(step * (0.07 + 0.42 * swell))}" fill="${colour}"/>`;
    }),
  );
  return circles.join('');
};

/** Quarter rings on a grid, each turned in one of four ways. */
const arcs: Pattern = ({ bpm, key, colours, random }) => {
  const columns = 4 + (key % 4);
  const step = WIDTH / columns;
  const lines = 2 + Math.round((bpm - 80) / 25);
  const tiles = range(Math.ceil(HEIGHT / step)).flatMap((row) =>
    range(columns).map((column) => {
      const quarter = range(lines)
        .map((at) => `<circle r="${n(((at + 0.5) / lines) * step)}"/>`)
        .join('');
      const turn = Math.floor(random() * 4);
      const colour = random() < 0.22 ? colours.accent : colours.ink;
      const [cx, cy] = [(turn % 2) * step, (turn > 1 ? 1 : 0) * step];
      return `<svg x="${n(column * step)}" y="${n(row * step)}" width="${n(step)}" height="${n(step)}"><g transform="translate(${n(cx)} ${n(cy)})" fill="none" stroke="${colour}" stroke-width="${n((step / lines) * 0.5)}">${quarter}</g></svg>`;
    }),
  );
  return tiles.join('');
};

/** A sun with a disc in front. It has as many rays as four bars have beats per minute. */
const rays: Pattern = ({ bpm, key, colours, random }) => {
  const count = Math.round(bpm / 4);
  const x = WIDTH * (0.3 + random() * 0.4);
  const y = HEIGHT * (0.62 + random() * 0.3);
  const wedges = range(count).map((at) => {
    const [from, to] = [(at / count) * 2 * Math.PI, ((at + 0.5) / count) * 2 * Math.PI];
    const point = (angle: number) => `${n(x + 1900 * Math.cos(angle))} ${n(y + 1900 * Math.sin(angle))}`;
    return `<path d="M${n(x)} ${n(y)}L${point(from)}L${point(to)}Z"/>`;
  });
  const radius = 150 + key * 13;
  return `<g fill="${colours.ink}">${wedges.join('')}</g><circle cx="${n(x)}" cy="${n(y)}" r="${radius + 46}" fill="${colours.ground}"/><circle cx="${n(x)}" cy="${n(y)}" r="${radius}" fill="${colours.accent}"/>`;
};

/** Ridges one behind the other, like a plot of a signal. */
const ridges: Pattern = ({ bpm, key, colours, random }) => {
  const count = Math.round(bpm / 5.4);
  const peaks = [0.28, 0.5, 0.72].map((x) => ({
    x: x + (random() - 0.5) * 0.14,
    width: 0.04 + random() * 0.06,
    height: 0.35 + random() * 0.65,
  }));
  return range(count)
    .map((row) => {
      const base = 230 + (row / (count - 1)) * (HEIGHT - 290);
      const line = range(121).map((at) => {
        const t = at / 120;
        const lift = peaks.reduce(
          (sum, { x, width, height }) => sum + height * Math.exp(-(((t - x - 0.04 * Math.sin(row * 0.7)) / width) ** 2)),
          0,
        );
        const grain = Math.sin(t * (30 + key * 4) + row * 1.7) * 0.12 + (random() - 0.5) * 0.1;
        return `${at ? 'L' : 'M'}${n(90 + t * (WIDTH - 180))} ${n(base - 150 * lift * (1 + grain))}`;
      });
      const colour = row % 8 === key % 8 ? colours.accent : colours.ink;
      return `<path d="${line.join('')}" fill="${colours.ground}" stroke="${colour}" stroke-width="5.5" stroke-linejoin="round"/>`;
    })
    .join('');
};

/** Discs, halves and quarters in rows, like type. */
const blocks: Pattern = ({ bpm, key, colours, random }) => {
  const columns = bpm > 125 ? 6 : 4;
  const step = WIDTH / columns;
  const shapes = [
    '<path d="M0 0H1V1Z"/>',
    '<path d="M0 0A1 1 0 0 1 1 1H0Z"/>',
    '<circle cx=".5" cy=".5" r=".5"/>',
    '<path d="M0 .5A.5 .5 0 0 1 1 .5V1H0Z"/>',
    '<rect width="1" height=".5"/>',
    '<path d="M0 0A1 1 0 0 0 1 1V0Z"/>',
  ];
  return range(Math.ceil(HEIGHT / step))
    .flatMap((row) =>
      range(columns).map((column) => {
        const shape = shapes[Math.floor(random() * shapes.length + key) % shapes.length] ?? '';
        const turn = Math.floor(random() * 4) * 90;
        const colour = random() < 0.3 ? colours.accent : colours.ink;
        const isHidden = random() < 0.14;
        return isHidden
          ? ''
          : `<g transform="translate(${n(column * step)} ${n(row * step)}) scale(${n(step)}) rotate(${turn} .5 .5)" fill="${colour}">${shape}</g>`;
      }),
    )
    .join('');
};

/** Two sets of lines crossed at a small angle. */
const moire: Pattern = ({ bpm, key, colours, random }) => {
  const gap = 2600 / bpm;
  const lines = (colour: string, angle: number, bend: number) => {
    const paths = range(Math.ceil(2000 / gap)).map((at) => {
      const y = n(at * gap - 400);
      return `<path d="M-500 ${y}Q${MIDDLE.x} ${n(Number(y) + bend)} 1700 ${y}"/>`;
    });
    return `<g fill="none" stroke="${colour}" stroke-width="${n(gap * 0.46)}" transform="rotate(${n(angle)} ${MIDDLE.x} ${MIDDLE.y})">${paths.join('')}</g>`;
  };
  const tilt = 20 + random() * 120;
  return lines(colours.ink, tilt, 0) + lines(colours.accent, tilt + 4 + key * 0.6, 240 + key * 18);
};

/** Squares within squares, each turned a little further. */
const tunnel: Pattern = ({ bpm, key, colours, random }) => {
  const count = Math.round(bpm / 6);
  const turn = (random() < 0.5 ? -1 : 1) * (1.5 + key * 0.55);
  return range(count)
    .map((at) => {
      const side = 1640 * (1 - at / count) ** 1.15;
      const colour = at % 2 ? colours.ground : at % 6 === 0 ? colours.accent : colours.ink;
      return `<rect x="${n(MIDDLE.x - side / 2)}" y="${n(MIDDLE.y - side / 2)}" width="${n(side)}" height="${n(side)}" fill="${colour}" transform="rotate(${n(at * turn)} ${MIDDLE.x} ${MIDDLE.y})"/>`;
    })
    .join('');
};

/** The kind of picture of each genre. The tracks of a genre differ by their numbers. */
export const PATTERNS: Record<Genre, Pattern> = {
  'Afro House': arcs,
  Amapiano: arcs,
  Ambient: ridges,
  'Bass House': blocks,
  'Big Room': rays,
  Breaks: arcs,
  Chillout: ridges,
  'Dance / Pop': rays,
  'Deep House': dots,
  'Deep Tech': moire,
  Downtempo: ridges,
  'Drum & Bass': stripes,
  Dubstep: tunnel,
  EDM: rays,
  'Electro House': blocks,
  Electronica: ridges,
  'Funky House': dots,
  'Future Bass': blocks,
  'Future House': blocks,
  'Future Rave': tunnel,
  'Garage House': stripes,
  'Hard Dance': tunnel,
  'Hard Techno': tunnel,
  'Hip-Hop': stripes,
  House: dots,
  'Indie Dance': blocks,
  'Jackin House': dots,
  'Latin House': arcs,
  'Lo-Fi': dots,
  'Melodic House': rings,
  'Melodic Techno': rings,
  Minimal: moire,
  Moombahton: arcs,
  'Organic House': rings,
  'Progressive House': rays,
  'Psy Trance': moire,
  'Slap House': dots,
  Techno: moire,
  Trance: rings,
  Trap: stripes,
  'UK Garage': ridges,
};
