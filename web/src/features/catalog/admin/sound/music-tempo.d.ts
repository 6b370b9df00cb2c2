/** What is used of music-tempo, which brings no types. */
declare module 'music-tempo' {
  export default class MusicTempo {
    constructor(samples: Float32Array);
    tempo: number | string;
  }
}
