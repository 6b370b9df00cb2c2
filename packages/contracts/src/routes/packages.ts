import { z } from 'zod';
import { DELIVERY_SCOPES, MAY, TUS_PIECE } from '../constants';
import { id } from '../forms/fields';
import { CompleteForm, OverruleForm, PackageFileForm, PackageForm, PackageUploadForm } from '../forms/packages';
import { accountTab } from '../pages';
import { OnePackage, PackageUploadView } from '../views/packages';
import { Data, DoneView } from '../views/shared';
import { LIMITS } from './limits';
import { noSuch } from './refusals';
import { route, storedFile } from '../declare';

const Id = z.object({ id });
const OneFile = z.object({ id, fileId: id });
const OneUpload = z.object({ id, uploadId: z.uuid() });

const CHECKING = {
  '409 checking': 'The package is being checked',
  '409 used': 'The package was sent for review, and no longer changes',
} as const;
const UPLOAD_OVER = { '410 gone': 'The upload has lapsed' } as const;
const TUS = {
  ...noSuch('upload'),
  ...UPLOAD_OVER,
  '412 tus-version': 'The header `Tus-Resumable` is missing or names another version than 1.0.0',
  '423 locked': 'Another connection still writes the upload: try again',
} as const;

const FILE_TYPES = ['application/octet-stream', 'audio/wav', 'audio/flac', 'audio/mpeg', 'audio/aiff', 'audio/midi'] as const;

/** The answer to a stranger is always 404: nobody learns which packages there are. */
export const packageRoutes = {
  createPackage: route({
    method: 'post',
    path: '/api/packages',
    who: { users: true, admin: MAY.changeCatalogue },
    summary: 'A new package for the files of one track; active sellers, and admins who may change the catalogue',
    body: PackageForm,
    answers: { 201: OnePackage },
    limits: [LIMITS.packages],
  }),
  readPackage: route({
    method: 'get',
    path: '/api/packages/:id',
    who: { users: true, admin: MAY.readPackages },
    summary:
      'A package with its files and the report of its check; its maker and reviewers, and whoever has bought its track: without `overruled`, `todo` and `uploads`, and without the project unless it was bought',
    params: Id,
    answers: { 200: OnePackage },
    refuses: {
      ...noSuch('package'),
      '409 on-hold': 'A claim or a dispute freezes the bought track until it is decided',
    },
  }),
  deletePackage: route({
    method: 'delete',
    path: '/api/packages/:id',
    who: 'user',
    summary: 'Deletes a package of the caller with all its files',
    params: Id,
    answers: { 200: DoneView },
    refuses: { ...noSuch('package'), ...CHECKING },
  }),
  beginPackageUpload: route({
    method: 'post',
    path: '/api/packages/:id/uploads',
    who: 'user',
    summary:
      'Begins the upload of one file; the bytes go to `uploadUrl` by tus 1.0. Asked again with the same `sha256`, it is the same upload, and `offset` says how much of it is there',
    params: Id,
    body: PackageUploadForm,
    answers: { 201: Data(PackageUploadView) },
    limits: [LIMITS.packageUploads],
    refuses: {
      ...noSuch('package'),
      ...CHECKING,
      '409 path-taken': 'The package has a file with this path: delete it first',
      '413 too-many-files': 'The package would have more than 2,000 files',
      '507 no-room': "The maker's packages would be larger than their quota",
    },
  }),
  packageUpload: route({
    method: 'get',
    path: '/api/packages/:id/uploads/:uploadId',
    who: 'user',
    summary: 'HEAD alone (GET is 404): how many bytes of an upload have arrived, in `Upload-Offset`',
    params: OneUpload,
    answers: { 204: null },
    refuses: TUS,
  }),
  sendPackageUpload: route({
    method: 'patch',
    path: '/api/packages/:id/uploads/:uploadId',
    who: 'user',
    summary: 'The next bytes of an upload, from `Upload-Offset` on, with `Upload-Checksum` if the sender likes',
    params: OneUpload,
    stream: TUS_PIECE,
    answers: { 204: null },
    refuses: {
      ...TUS,
      '400 given-up': 'The sender has left; what had arrived may be kept',
      '409 wrong-offset': 'The bytes do not begin where the upload ends: ask for the offset',
      '422 wrong-hash': 'The whole file has another SHA-256 than declared, and is removed',
      '460 wrong-checksum': 'The bytes have another checksum than the header says, and are not kept',
      '507 no-room': 'The disk is full; the offset stays',
    },
  }),
  cancelPackageUpload: route({
    method: 'delete',
    path: '/api/packages/:id/uploads/:uploadId',
    who: 'user',
    summary: 'Gives an upload up',
    params: OneUpload,
    answers: { 204: null },
    refuses: TUS,
  }),
  completePackage: route({
    method: 'post',
    path: '/api/packages/:id/complete',
    who: 'user',
    summary: 'Has the package checked; again after a correction. What is said of the track is compared with the files',
    params: Id,
    body: CompleteForm,
    answers: { 202: OnePackage },
    refuses: {
      ...noSuch('package'),
      ...CHECKING,
      '409 empty': 'The package has no files',
      '409 upload-unfinished': 'A file has not arrived in full: `details` has the paths',
    },
  }),
  overruleFinding: route({
    method: 'put',
    path: '/api/packages/:id/overruled',
    who: { roles: MAY.changeCatalogue },
    summary: 'Overrules a `fail` of the check, with a reason; a known recording only by an owner, an unsafe package by nobody',
    params: Id,
    body: OverruleForm,
    answers: { 200: OnePackage },
    refuses: {
      ...noSuch('package, or it has no such fail'),
      '409 never-overruled': 'What makes a package unsafe is corrected by its maker',
      '409 not-checked': 'The package has changed since its check',
    },
  }),
  packageFile: route({
    method: 'get',
    path: '/api/packages/:id/files/:fileId',
    who: { users: true, admin: MAY.changeCatalogue },
    summary: 'The bytes of a file, with ranges; its maker and reviewers',
    params: OneFile,
    answers: storedFile(...FILE_TYPES),
    refuses: noSuch('file'),
  }),
  changePackageFile: route({
    method: 'put',
    path: '/api/packages/:id/files/:fileId',
    who: 'user',
    summary: 'Says what a file is, where its name does not',
    params: OneFile,
    body: PackageFileForm,
    answers: { 200: DoneView },
    refuses: { ...noSuch('file'), ...CHECKING },
  }),
  deletePackageFile: route({
    method: 'delete',
    path: '/api/packages/:id/files/:fileId',
    who: 'user',
    summary: 'Takes a file out of a package',
    params: OneFile,
    answers: { 200: DoneView },
    refuses: { ...noSuch('file'), ...CHECKING },
  }),
};

/** Where the download link of an order leads when the shop holds the files. */
export const deliveryRoutes = {
  deliverPackage: route({
    method: 'get',
    path: '/media/packages/:id/:order/:revision/:scope/:until/:signature',
    who: 'anyone',
    summary:
      'The files of a bought track as one ZIP, or one of them (`file`), with ranges; 302 where the object store sends that one itself. The signature is the credential',
    params: z.object({
      id,
      order: id,
      revision: id,
      scope: z.enum(DELIVERY_SCOPES),
      until: z.coerce.number().int().positive().meta({ description: 'The second, since 1970, until which a download may begin' }),
      signature: z.string().max(100),
    }),
    query: z.object({ file: id.optional() }),
    answers: { ...storedFile('application/zip', ...FILE_TYPES), 302: null },
    refuses: {
      ...noSuch('download: the address is over, wrong, or was taken back'),
      '409 on-hold': 'A claim or a dispute freezes the track until it is decided',
    },
    linkedFrom: { address: accountTab('orders'), text: 'My Orders' },
  }),
};
