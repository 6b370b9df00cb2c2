/** The used part of music-tempo, which has no types of its own. */
declare module 'music-tempo' {
  export default class MusicTempo {
    constructor(samples: Float32Array);
    tempo: number | string;
  }
}
