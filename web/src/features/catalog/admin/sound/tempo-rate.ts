/** The sample rate of the tempo detection, in samples per second. */
export const TEMPO_RATE = 44_100;
