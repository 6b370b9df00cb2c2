import { Pause, Play } from 'lucide-react';
import type { ComponentProps } from 'react';
import { IconButton } from './IconButton';

type Look = Omit<ComponentProps<typeof IconButton>, 'label'> & { filled?: boolean };

/** Plays the recording `name`, or pauses it while it plays. */
export function PlayButton({ name, playing, filled, ...rest }: Look & { name: string; playing: boolean }) {
  const Icon = playing ? Pause : Play;
  return (
    <IconButton label={`${playing ? 'Pause' : 'Play'} ${name}`} {...rest}>
      <Icon size={rest.size === 's' ? 16 : 20} {...(filled && { fill: 'currentColor', strokeWidth: 0 })} />
    </IconButton>
  );
}
