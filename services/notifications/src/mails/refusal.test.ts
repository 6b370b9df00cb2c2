import { GiveUp } from '@shop/messaging';
import { asRefused } from './refusal';

const refusedAt = (command: string, response: string) =>
  Object.assign(new Error(`Not taken: ${response}`), { command, response });

test.each([
  '550 5.1.1 <nobody@example.com>: Recipient address rejected: User unknown',
  '550 No such user here',
  '551 User not local',
  '553 5.1.3 Bad recipient address syntax',
  '554 5.1.2 Host not found',
  '556 5.1.10 Recipient address has null MX',
  '550 5.2.1 The account is disabled',
])('a recipient whom the server will never know is given up: %s', (response) => {
  const refused = asRefused(refusedAt('RCPT TO', response));
  expect(refused).toBeInstanceOf(GiveUp);
  expect((refused as Error).message).toBe(`The recipient is refused: ${response}`);
});

test.each(['No recipients defined', 'Invalid recipient "a\\nb"'])('what is no address is given up: %s', (message) =>
  expect(asRefused(Object.assign(new Error(message), { command: 'API' }))).toBeInstanceOf(GiveUp),
);

test.each(['450 4.2.0 Greylisted', '452 4.2.2 Mailbox full', '552 5.2.2 Mailbox full', '552 Mailbox full', '450 Mailbox busy'])(
  'a recipient who may be known yet is tried again, and the reason says whose it is: %s',
  (response) => {
    const refused = asRefused(refusedAt('RCPT TO', response));
    expect(refused).not.toBeInstanceOf(GiveUp);
    expect((refused as Error).message).toBe(`The recipient is refused for now: ${response}`);
  },
);

test.each([
  ['RCPT TO', '554 5.7.1 Relay access denied'],
  ['RCPT TO', '550 relaying denied'],
  ['RCPT TO', "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)"],
  ['RCPT TO', '550 Sender verify failed'],
  ['RCPT TO', '550 rejected because 192.0.2.1 is in a black list'],
  ['RCPT TO', '450 try later'],
  ['RCPT TO', '550 5.7.1 Client host is on a blocklist'],
  ['RCPT TO', '550 5.1.8 Bad sender address'],
  ['RCPT TO', '530 5.7.0 Authentication required'],
  ['RCPT TO', '451 4.3.0 Temporary lookup failure'],
  ['RCPT TO', '452 Too many recipients'],
  ['MAIL FROM', '550 5.1.1 Sender rejected'],
  ['DATA', '550 5.1.1 Content rejected'],
  ['CONN', ''],
])('what is about the server, the sender or the content stays as it is: %s %s', (command, response) => {
  const error = refusedAt(command, response);
  expect(asRefused(error)).toBe(error);
});
