import { LIMITS, type dataExportRoutes } from '@shop/contracts/routes';
import { rateLimiter, reply, type Handlers } from '@shop/http';
import type { DataSource } from 'typeorm';
import { ownPasswordLimit } from '../credentials/own-password';
import { confirmOwner } from '../second-factor/confirm-owner';
import { dataExportOf, downloadDataExport, requestDataExport } from './data-export';

export function dataExportHandlers({
  source,
  rateScale,
}: {
  source: DataSource;
  rateScale: number;
}): Handlers<typeof dataExportRoutes> {
  const passwords = ownPasswordLimit(source, rateScale);
  const downloads = rateLimiter(source, LIMITS.exportDownloads, rateScale);
  return {
    readDataExport: async ({ caller }) => ({ data_export: await dataExportOf(source.manager, caller.userId) }),
    async requestDataExport({ body, caller }) {
      await confirmOwner(source, passwords, caller, body.password);
      return { success: true, data_export: await requestDataExport(source, caller.userId) };
    },
    async downloadDataExport({ params, caller }) {
      await downloads.use(String(caller.userId));
      return reply(200, await downloadDataExport(source, caller.userId, params.token), {
        'content-type': 'application/zip',
        'content-disposition': 'attachment; filename="my-data.zip"',
        'cache-control': 'private, no-store',
      });
    },
  };
}
