import type { KnownRecordingView } from '@shop/contracts/views';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { ADMIN_TOKEN_KEY } from '#lib/calls/admin-session.ts';
import { renderAt } from '#testing/render.tsx';
import { stubServer } from '#testing/stub-server.ts';
import { KnownRecordings } from './KnownRecordings';

const wave = [0.2, 0.9, 0.9, 0.2];
const match: KnownRecordingView = {
  likeness: 'same',
  fromSeconds: 32,
  toSeconds: 70,
  shiftSeconds: -12,
  bitError: 0.08,
  file: 'Master/Salt.wav',
  sound: { packageId: 40, fileId: 5, audio: null, seconds: 120, wave },
  known: {
    kind: 'preview',
    state: 'sold',
    productId: 7,
    name: 'Night Drive',
    sellerId: 3,
    storeName: 'Night Freight',
    sound: { packageId: null, fileId: null, audio: '/media/catalog/a.mp3', seconds: 90, wave },
  },
};

test('both recordings are drawn with the part that agrees, and play in turn from the same second', async () => {
  localStorage.setItem(ADMIN_TOKEN_KEY, 'the-token');
  URL.createObjectURL = () => 'blob:master';
  URL.revokeObjectURL = () => undefined;
  const played: [string, number][] = [];
  jest.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(function (this: HTMLMediaElement) {
    played.push([this.src, this.currentTime]);
    return Promise.resolve();
  });
  jest.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => undefined);
  stubServer({
    'GET /api/packages/40/recordings': { body: { success: true, data: [match] } },
    'GET /api/packages/40/files/5': { body: 'sound', headers: { 'content-type': 'audio/wav' } },
  });
  const { user, container } = renderAt(<KnownRecordings packageId={40} />);
  const text = 'The same recording: agrees from 0:32 to 1:10 with “Night Drive” (Night Freight, sold), there from 0:20';
  await waitFor(() => expect(screen.getByRole('list', { name: 'Known recordings' })).toHaveTextContent(text));
  expect(container.querySelectorAll('svg rect')).toHaveLength(8);

  await user.click(screen.getByRole('button', { name: 'Play Master/Salt.wav' }));
  await waitFor(() => expect(played).toEqual([['blob:master', 32]]));
  expect(await screen.findByRole('button', { name: 'Pause Master/Salt.wav' })).toHaveTextContent('Pause');
  const [first] = container.querySelectorAll('audio');
  first!.currentTime = 40;
  fireEvent.timeUpdate(first!);
  await user.click(screen.getByRole('button', { name: /Play “Night Drive”/ }));
  await waitFor(() => expect(played[1]).toEqual([expect.stringMatching(/\/media\/catalog\/a\.mp3$/), 28]));
});
