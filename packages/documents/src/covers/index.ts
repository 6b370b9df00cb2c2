export { coverSvg, type CoverFacts } from './cover';
export { randomOf } from './cover';
