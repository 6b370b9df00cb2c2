/** A duration in seconds as `3:07`, minutes and seconds. */
export const minutesOf = (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
