import type { ProductView } from '@shop/contracts/views';
import { Share2 } from 'lucide-react';
import { paths } from '#lib/paths.ts';
import { toast } from '#lib/toast.ts';
import { IconButton } from '#ui/action/IconButton.tsx';

async function share({ id, name }: ProductView) {
  const url = new URL(paths.track(id), window.location.origin).href;
  try {
    if ('share' in navigator && matchMedia('(pointer: coarse)').matches) await navigator.share({ title: name, url });
    else {
      await navigator.clipboard.writeText(url);
      toast.success('Link copied');
    }
  } catch (error) {
    // The visitor closed the system's own sheet.
    if (!(error instanceof DOMException && error.name === 'AbortError')) toast.info(url);
  }
}

/** Copies the link of a track, or hands it to the system of a phone. */
export const ShareTrack = ({ track }: { track: ProductView }) => (
  <IconButton label={`Share ${track.name}`} onClick={() => void share(track)}>
    <Share2 size={20} />
  </IconButton>
);
