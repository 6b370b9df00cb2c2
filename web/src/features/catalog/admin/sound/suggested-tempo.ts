const LOWEST = 70;
const HIGHEST = 180;

/** Genres whose tempo is half of the detected one: a Lo-Fi track of 82 is detected as 164. */
const SLOW_GENRES = new Set(['Ambient', 'Chillout', 'Downtempo', 'Hip-Hop', 'Lo-Fi', 'Moombahton']);
const SLOW_BELOW = 125;

type TempoSuggestion = { bpm: number; alternatives: number[] };

/**
 * The detected tempo as whole beats per minute, counted as usual for its genre. Half and double are offered too when they lie
 * between 70 and 180. Without a genre, the tempo stays as detected.
 */
export function suggestedTempo(detectedBpm: number, genre: string): TempoSuggestion {
  const octaves = [detectedBpm / 4, detectedBpm / 2, detectedBpm, detectedBpm * 2, detectedBpm * 4].filter(
    (bpm) => bpm >= LOWEST - 0.5 && bpm <= HIGHEST + 0.5,
  );
  const fitting = SLOW_GENRES.has(genre) ? octaves.filter((bpm) => bpm < SLOW_BELOW) : octaves.filter((bpm) => bpm >= 90);
  const best = fitting.find((bpm) => bpm === detectedBpm) ?? fitting[0] ?? octaves[0] ?? detectedBpm;
  const otherOctaves = octaves.filter((bpm) => bpm !== best);
  return { bpm: Math.round(best), alternatives: otherOctaves.map(Math.round) };
}
