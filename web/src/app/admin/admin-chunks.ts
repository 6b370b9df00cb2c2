import { ADMIN_PAGES, type AdminPageName } from '@shop/contracts/admin-pages';
import {
  Activity,
  Banknote,
  Boxes,
  Disc3,
  Gavel,
  Headphones,
  History,
  Hourglass,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  Mails,
  Megaphone,
  MessageSquareWarning,
  MessagesSquare,
  ReceiptText,
  Scale,
  ScrollText,
  Store,
  TicketPercent,
  Users,
} from 'lucide-react';
import type { ComponentType } from 'react';

type Pages = typeof ADMIN_PAGES;
type MenuPage = { [Name in AdminPageName]: Pages[Name] extends { title: string } ? Name : never }[AdminPageName];

export const isInMenu = (name: AdminPageName): name is MenuPage => 'title' in ADMIN_PAGES[name];

/** The code of every page of the administration, each in a chunk of its own. */
export const ADMIN_CHUNKS: Record<AdminPageName, () => Promise<ComponentType>> = {
  dashboard: async () => (await import('#pages/admin/DashboardPage.tsx')).DashboardPage,
  products: async () => (await import('#pages/admin/catalog/ProductsPage.tsx')).ProductsPage,
  newProduct: async () => (await import('#pages/admin/catalog/ProductFormPage.tsx')).ProductFormPage,
  product: async () => (await import('#pages/admin/catalog/ProductFormPage.tsx')).ProductFormPage,
  demos: async () => (await import('#pages/admin/catalog/DemosPage.tsx')).DemosPage,
  newDemo: async () => (await import('#pages/admin/catalog/DemoFormPage.tsx')).DemoFormPage,
  demo: async () => (await import('#pages/admin/catalog/DemoFormPage.tsx')).DemoFormPage,
  reviewQueue: async () => (await import('#pages/admin/catalog/ReviewQueuePage.tsx')).ReviewQueuePage,
  buyers: async () => (await import('#pages/admin/people/BuyersPage.tsx')).BuyersPage,
  sellers: async () => (await import('#pages/admin/people/SellersPage.tsx')).SellersPage,
  unsoldTracks: async () => (await import('#pages/admin/catalog/UnsoldTracksPage.tsx')).UnsoldTracksPage,
  subscribers: async () => (await import('#pages/admin/people/SubscribersPage.tsx')).SubscribersPage,
  orders: async () => (await import('#pages/admin/sales/OrdersPage.tsx')).OrdersPage,
  order: async () => (await import('#pages/admin/sales/OrderPage.tsx')).OrderPage,
  claims: async () => (await import('#pages/admin/sales/ClaimsPage.tsx')).ClaimsPage,
  claim: async () => (await import('#pages/admin/sales/ClaimPage.tsx')).ClaimPage,
  disputes: async () => (await import('#pages/admin/sales/DisputesPage.tsx')).DisputesPage,
  dispute: async () => (await import('#pages/admin/sales/DisputePage.tsx')).DisputePage,
  coupons: async () => (await import('#pages/admin/sales/CouponsPage.tsx')).CouponsPage,
  payouts: async () => (await import('#pages/admin/sales/PayoutsPage.tsx')).PayoutsPage,
  payoutBatches: async () => (await import('#pages/admin/sales/PayoutBatchesPage.tsx')).PayoutBatchesPage,
  reconciliation: async () => (await import('#pages/admin/sales/ReconciliationPage.tsx')).ReconciliationPage,
  serviceRequests: async () => (await import('#pages/admin/people/ServiceRequestsPage.tsx')).ServiceRequestsPage,
  announcements: async () => (await import('#pages/admin/people/AnnouncementsPage.tsx')).AnnouncementsPage,
  newAnnouncement: async () => (await import('#pages/admin/people/AnnouncementFormPage.tsx')).AnnouncementFormPage,
  announcement: async () => (await import('#pages/admin/people/AnnouncementFormPage.tsx')).AnnouncementFormPage,
  timeline: async () => (await import('#pages/admin/TimelinePage.tsx')).TimelinePage,
  status: async () => (await import('#pages/admin/StatusPage.tsx')).StatusPage,
  auditLog: async () => (await import('#pages/admin/AuditLogPage.tsx')).AuditLogPage,
};

/** The headings of the menu, in their order; what has none stands above them. */
export const MENU_GROUPS = ['', 'Sales', 'Catalogue', 'People', 'House'] as const;

/** Each page's group in the menu, and its icon. Within a group, pages have the order of `ADMIN_PAGES`. */
export const MENU: Record<MenuPage, [group: (typeof MENU_GROUPS)[number], icon: LucideIcon]> = {
  dashboard: ['', LayoutDashboard],
  products: ['Catalogue', Disc3],
  demos: ['Catalogue', Headphones],
  reviewQueue: ['Catalogue', ListChecks],
  buyers: ['People', Users],
  sellers: ['People', Store],
  unsoldTracks: ['Catalogue', Hourglass],
  subscribers: ['People', Mails],
  orders: ['Sales', ReceiptText],
  claims: ['Sales', MessageSquareWarning],
  disputes: ['Sales', Gavel],
  coupons: ['Sales', TicketPercent],
  payouts: ['Sales', Banknote],
  payoutBatches: ['Sales', Boxes],
  reconciliation: ['Sales', Scale],
  serviceRequests: ['People', MessagesSquare],
  announcements: ['People', Megaphone],
  timeline: ['House', History],
  status: ['House', Activity],
  auditLog: ['House', ScrollText],
};
