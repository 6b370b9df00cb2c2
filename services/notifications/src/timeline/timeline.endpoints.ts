import type { timelineRoutes } from '@shop/contracts/routes';
import { reply, type Handlers } from '@shop/http';
import { spreadsheetFile } from '@shop/shared';
import type { TimelineArchive } from './archive';
import { readTimeline, timelineCsv } from './read-timeline';

export const timelineHandlers = ({ archive }: { archive: TimelineArchive }): Handlers<typeof timelineRoutes> => ({
  readTimeline: ({ query }) => readTimeline(archive, query),
  async exportTimeline({ query }) {
    const { body, headers } = spreadsheetFile('timeline', await timelineCsv(archive, query));
    return reply(200, body, headers);
  },
});
