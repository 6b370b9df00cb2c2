/** Tempo and key in spoken words: "125 beats per minute, B minor". */
export function spokenSound({ bpm, music_key, key_mode }: { bpm: number | null; music_key: string; key_mode: string | null }) {
  const tempo = bpm === null ? 'tempo unknown' : `${bpm} beats per minute`;
  const note = /^([A-G])([#♯b♭]?)/.exec(music_key ?? '');
  if (!note) return `${tempo}, key unknown`;
  const sign = { '#': ' sharp', '♯': ' sharp', b: ' flat', '♭': ' flat' }[note[2] ?? ''] ?? '';
  return `${tempo}, ${note[1]}${sign}${key_mode ? ` ${key_mode}` : ''}`;
}
