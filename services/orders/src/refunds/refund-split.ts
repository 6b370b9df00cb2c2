import { formatCents, splitByLargestRemainder } from '@shop/contracts/pricing';
import type { RefundQuoteForm } from '@shop/contracts/forms';
import { conflict, invalid } from '@shop/http';
import type { OrderItem } from '../orders/order-item.entity';
import type { SplitItem } from '../orders/refund-request.entity';

/** A part of what was bought: a track or its project files, with what was paid for it and its part of the order's fee, in cents. */
export type Piece = { productId: number; project: boolean; paidCents: number; feeCents: number };
/** How a refund is split over the pieces and the fee. */
export type Split = { amountCents: number; feeCents: number; items: SplitItem[] };

type PaidItem = Pick<OrderItem, 'productId' | 'priceCents' | 'projectCents' | 'paidCents' | 'projectChosen'>;

/** The pieces of an order. What was paid for a track with its project, and the order's fee, are split by largest remainder. */
export function piecesOf(feeCents: number, items: readonly PaidItem[]): Piece[] {
  const pieces = items.flatMap(({ productId, priceCents, projectCents, paidCents, projectChosen }) => {
    const prices = projectChosen ? [priceCents, projectCents] : [priceCents];
    const paidShares = splitByLargestRemainder(paidCents, prices);
    return prices.map((price, i) => ({ productId, project: i === 1, price, paidCents: paidShares[i] ?? 0 }));
  });
  const fees = splitByLargestRemainder(
    feeCents,
    pieces.map(({ price }) => price),
  );
  return pieces.map(({ price: _, ...piece }, i) => ({ ...piece, feeCents: fees[i] ?? 0 }));
}

/** What of the pieces and of the fee is left after these refunds. A piece that went back has nothing left to go back. */
export type Rest = { pieces: (Piece & { restCents: number; gone: boolean })[]; feeCents: number };

const isSame = (a: Pick<Piece, 'productId' | 'project'>, b: Pick<Piece, 'productId' | 'project'>) =>
  a.productId === b.productId && a.project === b.project;
const sum = (cents: readonly number[]) => cents.reduce((total, amount) => total + amount, 0);

export function restOf(pieces: readonly Piece[], feeCents: number, splits: readonly Split[]): Rest {
  return {
    pieces: pieces.map((piece) => {
      const lines = splits.flatMap(({ items }) => items.filter((item) => isSame(item, piece)));
      const backCents = sum(lines.map(({ amountCents }) => amountCents));
      return { ...piece, restCents: Math.max(0, piece.paidCents - backCents), gone: lines.some(({ linkEnded }) => linkEnded) };
    }),
    feeCents: Math.max(0, feeCents - sum(splits.map((split) => split.feeCents))),
  };
}

/** Splits an amount over what is left of these pieces, and of the fee, by largest remainder. Nothing left is split like the prices. */
function spread(amountCents: number, pieces: Rest['pieces'], feeCents: number, linkEnded: boolean): Split {
  const rests = [...pieces.map(({ restCents }) => restCents), feeCents];
  const weights = sum(rests) > 0 ? rests : [...pieces.map(({ paidCents }) => paidCents), 0];
  const parts = splitByLargestRemainder(amountCents, weights);
  return {
    amountCents,
    feeCents: parts.at(-1) ?? 0,
    items: pieces.flatMap(({ productId, project }, i) => {
      const cents = parts[i] ?? 0;
      return cents > 0 || linkEnded ? [{ productId, project, amountCents: cents, linkEnded }] : [];
    }),
  };
}

/**
 * Splits money that went back without the shop's asking: over the tracks, and over the fee only what they do not take.
 * `full`: all of the order's money is back.
 */
export function splitOf(amountCents: number, { pieces, feeCents }: Rest, full: boolean): Split {
  if (full) return spread(amountCents, pieces, feeCents, true);
  const ofTracks = Math.min(amountCents, sum(pieces.map(({ restCents }) => restCents)));
  if (ofTracks === 0) return { amountCents, feeCents: amountCents, items: [] };
  const { items } = spread(ofTracks, pieces, 0, false);
  return { amountCents, feeCents: amountCents - ofTracks, items };
}

type Wish = Pick<RefundQuoteForm, 'items' | 'amountCents' | 'withFee'> & { keepLinks?: boolean };

/**
 * How a refund that an admin asks for is split (docs/product/payments.md#refunds). `leftCents`: all that PayPal still has of the
 * payment. @throws Refusal 400 for a track that is not in the order, or an amount above what is left of it; 409 `already-refunded`
 */
export function planRefund(rest: Rest, leftCents: number, { items, amountCents, withFee, keepLinks }: Wish): Split {
  if (leftCents <= 0) throw conflict('already-refunded', "This order's money was given back already.");
  if (keepLinks && (items === undefined || amountCents === undefined))
    throw invalid('keepLinks', 'Links stay only with an amount for chosen tracks.');
  if (items === undefined && (amountCents === undefined || amountCents === leftCents)) return splitOf(leftCents, rest, true);
  const selection = items ? chosenPieces(rest, items) : rest.pieces;
  const ownFee = items ? sum(selection.map(({ feeCents }) => feeCents)) : rest.feeCents;
  const feeCents = withFee ? Math.min(ownFee, rest.feeCents) : 0;
  const mostCents = Math.min(leftCents, sum(selection.map(({ restCents }) => restCents)) + feeCents);
  if (mostCents === 0) throw invalid('items', 'Nothing that was paid for it is left to give back.');
  if (amountCents !== undefined && amountCents > mostCents) {
    const orFee = withFee || rest.feeCents === 0 ? '' : ', without the service fee';
    throw invalid('amountCents', `At most ${formatCents(mostCents)} is left to give back of it${orFee}.`);
  }
  return spread(amountCents ?? mostCents, selection, feeCents, items !== undefined && !keepLinks);
}

/** A track goes back with its project. @throws Refusal 400 for one that was not bought, 409 `already-refunded` */
function chosenPieces({ pieces }: Rest, items: NonNullable<Wish['items']>): Rest['pieces'] {
  const isChosen = (piece: Piece) =>
    items.some(({ productId, project = false }) => productId === piece.productId && (!project || piece.project));
  for (const { productId, project = false } of items)
    if (!pieces.some((piece) => piece.productId === productId && (!project || piece.project)))
      throw invalid(
        'items',
        project ? `The project of track ${productId} was not bought.` : `Track ${productId} is not in the order.`,
      );
  const selection = pieces.filter((piece) => isChosen(piece) && !piece.gone);
  if (selection.length === 0) throw conflict('already-refunded', 'What you have chosen was given back already.');
  return selection;
}
