import { screen, within } from '@testing-library/react';
import { aConfig } from '#testing/answers.ts';
import { renderAt } from '#testing/render.tsx';
import { stubServer } from '#testing/stub-server.ts';
import { FaqPage } from './FaqPage';
import { UploadGuidePage } from './UploadGuidePage';

beforeEach(() => void stubServer({ 'GET /api/config': { body: aConfig() } }));

const section = (name: string) => within(screen.getByRole('region', { name }));

describe('the FAQ', () => {
  test('opens one question in each section at a time', async () => {
    const { user } = renderAt(<FaqPage />);
    const open = () => screen.getAllByRole('button', { expanded: true }).map((control) => control.textContent);
    await user.click(section('General').getByRole('button', { name: 'How can I pay?' }));
    await user.click(section('Sellers').getByRole('button', { name: 'When and how am I paid?' }));
    expect(open()).toEqual(['How can I pay?', 'When and how am I paid?']);
    await user.click(section('General').getByRole('button', { name: 'Are there refunds?' }));
    expect(open()).toEqual(['Are there refunds?', 'When and how am I paid?']);
  });

  test.each([
    ['General', 'How can I pay?', ['PayPal, VISA, MasterCard and cryptocurrency', 'contact the admin']],
    ['General', 'Are there refunds?', ['All sales are final with no refunds', 'within 10 business days']],
    ['General', 'How soon do you answer?', ['Within 24-48 hours']],
    [
      'Sellers',
      'How do I become a seller?',
      ['within 48 hours', 'becomes Active', 'up to 2 days', 'approved or rejected', 'about 24 hours later'],
    ],
    ['Sellers', 'How much of the price is mine?', ['a 30% commission', 'at most 25%']],
    [
      'Sellers',
      'When and how am I paid?',
      ['within three business days', '30 minutes to 48 hours', 'only for residents of Russia'],
    ],
    ['Sellers', 'What if nobody buys my track?', ['unsold for 6 months can be removed']],
    ['Buyers', 'What do I receive, and when?', ['download links', 'contract']],
  ])('%s: %s', async (name, question, facts) => {
    const { user } = renderAt(<FaqPage />);
    await user.click(section(name).getByRole('button', { name: question }));
    const answer = screen.getByRole('region', { name: question });
    for (const fact of facts) expect(answer).toHaveTextContent(fact);
  });

  test('the upload guide opens in a new tab', async () => {
    const { user } = renderAt(<FaqPage />);
    await user.click(section('Sellers').getByRole('button', { name: 'What must a track be like?' }));
    expect(screen.getByRole('link', { name: 'track upload guide' })).toHaveAttribute('target', '_blank');
  });
});

describe('the track upload guide', () => {
  test('names every technical requirement', () => {
    renderAt(<UploadGuidePage />);
    const facts = section('Technical requirements');
    for (const fact of [
      '2.50 to 8.30 minutes',
      '44.1 kHz 16-bit',
      '44.1 kHz 24-bit',
      'must not exceed -6 dB',
      'Master/Unmaster, MIDI and Stems',
    ])
      expect(facts.getByText(fact)).toBeVisible();
  });

  test('leads to the page for sending a track', () => {
    renderAt(<UploadGuidePage />);
    expect(screen.getByRole('link', { name: 'Seller Dashboard' })).toHaveAttribute('href', '/account?tab=seller');
  });

  test('shows five examples, each large in a modal that can be walked through', async () => {
    const { user } = renderAt(<UploadGuidePage />);
    expect(screen.getAllByRole('button', { name: /^Open example/ })).toHaveLength(5);
    // what the drawing says is no part of what the button is called
    const last = screen.getByRole('button', { name: 'Open example 5: Archive' });
    expect(last).toHaveTextContent(/^5 Archive$/);
    await user.click(last);
    const dialog = screen.getByRole('dialog', { name: 'Example 5 of 5: Archive' });
    expect(within(dialog).getByRole('img', { name: /Master\/Unmaster, MIDI and Stems/ })).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Next' }));
    expect(screen.getByRole('dialog', { name: 'Example 1 of 5: Main version' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
