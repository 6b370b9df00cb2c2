import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const web = join(__dirname, '../../web/src');

/** Labels of the documents, which keep their capitals, and labels of ours that stand beside one of them for another thing. */
const DOCUMENTED = [
  ...['Accepted At', 'Created At', 'Last Updated', 'Offer Accepted', 'Credit Card', 'Never Expires', 'Verification Code'],
  ...['First Name', 'Last Name', 'Store Name', 'Confirm Password', 'Current Password', 'New Password', 'Confirm New Password'],
  ...['Add Demo Track', 'Add New Demo Track', 'Edit Demo Track', 'Update Demo Track', 'Add Link', 'Insert Link', 'Link Text'],
  ...[
    'Add Product',
    'Add New Product',
    'Edit Product',
    'Update Product',
    'Product Form',
    'View Track',
    'View Document',
    'In Review',
  ],
  ...['Add New Announcement', 'Create Announcement', 'Edit Announcement', 'Update Announcement', 'Remove Image'],
  ...['Confirm Deletion', 'Delete All Active', 'Delete All Inactive', 'Contact Admin', 'Contact Us'],
  ...[
    'Back to Home',
    'Return to Homepage',
    'Try Again',
    'Quick Links',
    'My Account',
    'My Cart',
    'My Orders',
    'Your Data',
    'Your Tracks',
  ],
  ...['Log In', 'Log Out', 'Reset Password', 'Resend Code', 'Recovery Code', 'Send Message', 'Processing Your Subscription'],
  ...[
    'Browse Tracks',
    'Browse the Shop',
    'Continue Shopping',
    'Go to Cart',
    'Clear Cart',
    'Your Shopping Cart',
    'Proceed to Checkout',
  ],
  ...['Contact Information', 'Discount Coupon', 'Order Summary', 'I Agree', 'View Downloads', 'Reset Filters', 'First Tracks'],
  ...['Next Tracks', 'Order Now', 'Mix Version', 'Master Version', 'Radio Version', 'Project File', 'Number of Stems'],
  ...['Seller Dashboard', 'Send Track', 'Accept Offer (version', 'Public Offer Agreement accepted', 'Custom Production'],
];
/** Names of documents, services and genres, and headings of the agreement. */
const NAMES = [
  ...['Public Offer Agreement', 'Read the Public Offer Agreement', 'Terms & Conditions', 'Read Terms & Conditions'],
  ...['Terms and Conditions', 'Privacy Policy', 'Publishing a Composition', 'What the Seller receives', 'Mixing & Mastering'],
  ...['Music Production', 'Melodic Techno', '· Since'],
];
const KNOWN = new Set([...DOCUMENTED, ...NAMES]);

const CAPITALS = new Set(['PayPal', 'Studio', 'Ableton', 'Live', 'Logic', 'Pro', 'Spotify', 'Google', 'Camelot']);
const isFileName = (text: string) => /\.(?:wav|mid|zip)$/.test(text);

/** Whether a word behind the first of a short text, which is no sentence, begins with a capital and is no name. */
function hasTitleCase(text: string): boolean {
  const words = text.split(/\s+/);
  if (words.length < 2 || words.length > 6 || /[.:;!?,]\s|[.!?]$/.test(text) || isFileName(text)) return false;
  return words.slice(1).some((word) => /^[A-Z][a-z]/.test(word) && !CAPITALS.has(word));
}

/** The texts of a source file that may be visible: those between tags, and all literals but the names of modules. */
function textsOf(source: string): string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) texts.push(node.text.replace(/\s+/g, ' ').trim());
    else if (ts.isStringLiteralLike(node) && !ts.isImportDeclaration(node.parent)) texts.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('page.tsx', source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX));
  return texts;
}

const pages = () =>
  readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|^testing|^gallery/.test(file))
    .map((file) => readFileSync(join(web, file), 'utf8'));

test('labels of our own are in sentence case; those of the documents stay as they are', () => {
  const labels = new Set(pages().flatMap(textsOf).filter(hasTitleCase));
  expect([...labels].filter((label) => !KNOWN.has(label))).toEqual([]);
  // what no page has any more leaves the lists
  expect([...KNOWN].filter((label) => !labels.has(label))).toEqual([]);
});

test.each([
  ['Save Changes', true],
  ['Save changes', false],
  ['Log in with PayPal', false],
  ['Your order is held. Write to us', false],
  ['02 Bass.mid', false],
])('%s is in title case: %s', (text, expected) => expect(hasTitleCase(text)).toBe(expected));
