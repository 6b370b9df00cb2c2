import { LIMITS, type packageRoutes } from '@shop/contracts/routes';
import { notFound, rateLimiter, type Handlers } from '@shop/http';
import { inTx } from '@shop/messaging';
import { sendObject, type ObjectStorage } from '@shop/storage';
import type { DataSource } from 'typeorm';
import { readPackage } from './bought-packages';
import { changeFile, completePackage, createPackage, deleteFile, deletePackage, overruleFinding } from './change-package';
import { removeLeftoverObjects } from './leftover-objects';
import { attachmentOf, PackageFile, PackageUpload } from './package.entity';
import { packageForCaller, packageView, uploadView } from './package-queries';
import { beginUpload } from './uploads/begin-upload';
import { speakTus } from './uploads/tus';
import type { UploadLocks } from './uploads/upload-locks';

type PackageParts = {
  source: DataSource;
  storage: ObjectStorage;
  uploadLocks: UploadLocks;
  /** What all packages of one maker may hold, in bytes. */
  packageQuotaBytes: number;
  /** Tells the check that a package waits. */
  checkSoon: () => void;
  rateScale: number;
};

export function packageHandlers(parts: PackageParts): Handlers<typeof packageRoutes> {
  const { source, storage, uploadLocks, packageQuotaBytes, checkSoon, rateScale } = parts;
  const packages = rateLimiter(source, LIMITS.packages, rateScale);
  const uploads = rateLimiter(source, LIMITS.packageUploads, rateScale);
  const tusParts = { source, storage, locks: uploadLocks };
  const data = async (pack: Parameters<typeof packageView>[1]) => ({
    success: true as const,
    data: await packageView(source.manager, pack),
  });
  const done = { success: true as const };

  /** @throws Refusal 404 unless the caller makes the package of the upload */
  const checkMaker = async (userId: number, { id, uploadId }: { id: number; uploadId: string }) => {
    const isOwn = await source.manager
      .createQueryBuilder(PackageUpload, 'upload')
      .innerJoin('packages', 'package', 'package.id = upload.package_id')
      .where('upload.id = :uploadId AND package.id = :id AND package.maker_id = :userId', { id, uploadId, userId })
      .getExists();
    if (!isOwn) throw notFound('upload');
  };

  return {
    async createPackage({ caller, body }) {
      await packages.use(`user ${caller.userId}`);
      return data(await inTx(source, (tx) => createPackage(tx, caller, body)));
    },
    readPackage: async ({ caller, params }) => ({
      success: true,
      data: await readPackage(source.manager, caller, params.id),
    }),
    async deletePackage({ caller, params }) {
      await inTx(source, (tx) => deletePackage(tx, caller.userId, params.id));
      await removeLeftoverObjects(parts);
      return done;
    },
    async beginPackageUpload({ caller, params, body }) {
      await uploads.use(`user ${caller.userId}`);
      const upload = await inTx(source, (tx) => beginUpload(tx, caller.userId, params.id, body, packageQuotaBytes));
      return { success: true, data: uploadView(upload) };
    },
    async packageUpload({ caller, params, req, res }) {
      if (req.method !== 'HEAD') throw notFound('address');
      await checkMaker(caller.userId, params);
      return speakTus(tusParts, params.uploadId, { req, res });
    },
    async sendPackageUpload({ caller, params, req, res }) {
      await checkMaker(caller.userId, params);
      return speakTus(tusParts, params.uploadId, { req, res });
    },
    async cancelPackageUpload({ caller, params, req, res }) {
      await checkMaker(caller.userId, params);
      const answer = await speakTus(tusParts, params.uploadId, { req, res });
      await removeLeftoverObjects(parts);
      return answer;
    },
    async completePackage({ caller, params, body }) {
      const answer = await data(await inTx(source, (tx) => completePackage(tx, caller.userId, params.id, body)));
      checkSoon();
      return answer;
    },
    overruleFinding: async ({ caller, params, body }) =>
      data(await inTx(source, (tx) => overruleFinding(tx, caller, params.id, body))),
    async packageFile({ caller, params: { id, fileId }, req, res }) {
      await packageForCaller(source.manager, caller, id);
      const file = await source.manager.findOneBy(PackageFile, { id: fileId, packageId: id });
      if (!file) throw notFound('file');
      return sendObject(req, res, storage, file.objectKey, attachmentOf(file));
    },
    async changePackageFile({ caller, params, body }) {
      await inTx(source, (tx) => changeFile(tx, caller.userId, params, body.role));
      return done;
    },
    async deletePackageFile({ caller, params }) {
      await inTx(source, (tx) => deleteFile(tx, caller.userId, params));
      await removeLeftoverObjects(parts);
      return done;
    },
  };
}
