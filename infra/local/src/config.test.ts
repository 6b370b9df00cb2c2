import { readConfig } from '@shop/runtime';
import { LocalConfig, StartConfig } from './config';

const read = (env: Record<string, string>) => readConfig(LocalConfig, env);

test.each(['RECAPTCHA_SITE_KEY', 'RECAPTCHA_SECRET'])(
  '%s alone, half a bot check, keeps the shop from starting, because it would let nobody in, and no command from running',
  (half) => {
    const start = (env: Record<string, string>) => readConfig(StartConfig, env);
    expect(() => start({ [half]: 'x' })).toThrow('RECAPTCHA_SITE_KEY: Set it together with RECAPTCHA_SECRET, or neither');
    expect(start({ RECAPTCHA_SITE_KEY: 'x', RECAPTCHA_SECRET: 'x' })).toMatchObject({ [half]: 'x' });
    expect(read({ [half]: 'x' })).toMatchObject({ [half]: 'x' });
  },
);

test.each(['db.example:5432/shop', 'mysql://shop:secret@db.example/shop'])('%s is no database', (DATABASE_URL) => {
  expect(() => read({ DATABASE_URL })).toThrow('DATABASE_URL: Must begin with postgres:// or postgresql://');
  expect(() => read({ DATABASE_URL })).not.toThrow('secret');
});
