import { paidFor, SELLERS, type Happening, type History } from './ledger-histories';

type Sale = {
  order: number;
  place: number;
  seller: number;
  fortieths: number;
  paid: number;
  back: number;
  pay: number;
  dueDay: number;
  givenBack: boolean;
};
type Payment = { key: number; seller: number; amount: number; takenBack: boolean };
type Books = { owedCents: number; dueCents: number; heldCents: number; paidCents: number; overpaidCents: number };

/**
 * The same business without any code of the ledger, for comparison: a list of sales, a list of payments, weekdays counted one by
 * one, the share in whole 40ths of a cent, and each seller's money spread over their sales in order.
 */
export class Model {
  day = 0;
  sales: Sale[] = [];
  payments: Payment[] = [];
  private seen = new Set<number>();
  private refunded = new Set<number>();
  /** What sales bear of part refunds, by order and place in it. */
  private back = new Map<string, number>();

  constructor(private readonly plan: History['orders']) {}

  /** @returns whether it had an effect; for a payout its amount, or null when it was refused */
  apply(happening: Happening): number | null {
    switch (happening.what) {
      case 'night':
        this.day += happening.days;
        return null;
      case 'captured':
        return this.capture(happening.order);
      case 'refunded':
        this.refunded.add(happening.order);
        for (const sale of this.sales) if (sale.order === happening.order) sale.givenBack = true;
        return null;
      case 'refunded in part':
        if (!happening.byHouse) this.giveBackPart(happening.order, happening.permille);
        return null;
      case 'paid out':
        return this.payOut(happening);
      case 'taken back':
        for (const payment of this.payments) if (payment.key === happening.key) payment.takenBack = true;
        return null;
    }
  }

  private capture(order: number): null {
    if (this.seen.has(order)) return null;
    this.seen.add(order);
    for (const [place, planned] of this.plan[order]!.entries()) {
      if (planned.seller === null) continue;
      const { priceCents, projectCents, paidCents } = paidFor(planned);
      // 70 % of the payment or of three quarters of the price, whichever is more: 28 or 21 of 40 parts.
      const fortieths = Math.max(28 * paidCents, 21 * (priceCents + projectCents));
      this.sales.push({
        order,
        seller: planned.seller,
        ...{ place, fortieths, paid: paidCents },
        back: this.back.get(`${order} ${place}`) ?? 0,
        pay: this.payOf(fortieths, paidCents, this.back.get(`${order} ${place}`) ?? 0),
        dueDay: this.threeBusinessDaysOn(),
        givenBack: this.refunded.has(order),
      });
    }
    return null;
  }

  private giveBackPart(order: number, permille: number): void {
    for (const [place, planned] of this.plan[order]!.entries()) {
      const { paidCents } = paidFor(planned);
      const key = `${order} ${place}`;
      this.back.set(key, Math.min(paidCents, (this.back.get(key) ?? 0) + Math.ceil((paidCents * permille) / 1000)));
    }
    for (const sale of this.sales)
      if (sale.order === order) sale.pay = this.payOf(sale.fortieths, sale.paid, this.back.get(`${order} ${sale.place}`) ?? 0);
  }

  /** What the seller gets while this part of the payment stays, in whole numbers of any size. */
  private payOf(fortieths: number, paid: number, back: number): number {
    if (back === 0) return Number(BigInt(fortieths) / 40n);
    return Number((BigInt(fortieths) * BigInt(paid - back)) / (BigInt(paid) * 40n));
  }

  /** Day 0 is a Monday. */
  private threeBusinessDaysOn() {
    let day = this.day;
    for (let counted = 0; counted < 3;) {
      day += 1;
      if (day % 7 < 5) counted += 1;
    }
    return day;
  }

  private payOut({ seller, permille, beyondDue, key }: Extract<Happening, { what: 'paid out' }>): number | null {
    if (this.payments.some((payment) => payment.key === key)) return null;
    const { dueCents } = this.books(seller);
    const amount = Math.max(1, Math.ceil((dueCents * permille) / 1000));
    if (amount > dueCents && !beyondDue) return null;
    this.payments.push({ key, seller, amount, takenBack: false });
    return amount;
  }

  books(seller: number): Books {
    let purse = 0;
    for (const payment of this.payments) if (payment.seller === seller && !payment.takenBack) purse += payment.amount;
    const books = { owedCents: 0, dueCents: 0, heldCents: 0, paidCents: purse, overpaidCents: 0 };
    const mine = this.sales.filter((sale) => sale.seller === seller && !sale.givenBack);
    const ripe = mine.filter((sale) => sale.dueDay <= this.day);
    const green = mine.filter((sale) => sale.dueDay > this.day);
    for (const sale of ripe) {
      const from = Math.min(purse, sale.pay);
      purse -= from;
      books.dueCents += sale.pay - from;
    }
    for (const sale of green) {
      const from = Math.min(purse, sale.pay);
      purse -= from;
      books.owedCents += sale.pay - from;
    }
    books.overpaidCents = purse;
    return books;
  }

  all = () => Object.fromEntries(SELLERS.map((seller) => [seller, this.books(seller)]));
}
