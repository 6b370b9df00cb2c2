import { DataExportReady, PersonalDataRequested } from '@shop/contracts/events';
import { later, MARA, type MailCase } from './mail-people';

const ready = { userId: 2, email: MARA, name: 'Mara', token: 'export-tok', until: later, missing: [] };

export const DATA_EXPORT_MAIL_CASES: MailCase[] = [
  [
    'a wish to have all that is kept',
    PersonalDataRequested({ userId: 2, exportId: 1, addresses: [{ email: MARA, until: null }] }),
    [],
  ],
  [
    'what is kept, put together',
    DataExportReady(ready),
    [[MARA, 'https://shop.example/account?tab=data#export=export-tok', '20 Nov 2126', 'logged in']],
  ],
  [
    'what is kept, without a part that did not come',
    DataExportReady({ ...ready, missing: ['your store and what it earned'] }),
    [[MARA, 'your store and what it earned', 'did not answer in time']],
  ],
];
