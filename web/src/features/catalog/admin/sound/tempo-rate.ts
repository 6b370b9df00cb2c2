/** Samples per second at which the tempo is listened for. */
export const TEMPO_RATE = 44_100;
