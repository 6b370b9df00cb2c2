import { ADMIN_PAGES, type AdminPageName } from '@shop/contracts/admin-pages';
import {
  Activity,
  Banknote,
  Disc3,
  Headphones,
  History,
  Hourglass,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  Mails,
  Megaphone,
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
  dashboard: async () => (await import('../../pages/admin/DashboardPage')).DashboardPage,
  products: async () => (await import('../../pages/admin/catalog/ProductsPage')).ProductsPage,
  newProduct: async () => (await import('../../pages/admin/catalog/ProductFormPage')).ProductFormPage,
  product: async () => (await import('../../pages/admin/catalog/ProductFormPage')).ProductFormPage,
  demos: async () => (await import('../../pages/admin/catalog/DemosPage')).DemosPage,
  newDemo: async () => (await import('../../pages/admin/catalog/DemoFormPage')).DemoFormPage,
  demo: async () => (await import('../../pages/admin/catalog/DemoFormPage')).DemoFormPage,
  reviewQueue: async () => (await import('../../pages/admin/catalog/ReviewQueuePage')).ReviewQueuePage,
  buyers: async () => (await import('../../pages/admin/people/BuyersPage')).BuyersPage,
  sellers: async () => (await import('../../pages/admin/people/SellersPage')).SellersPage,
  unsoldTracks: async () => (await import('../../pages/admin/catalog/UnsoldTracksPage')).UnsoldTracksPage,
  subscribers: async () => (await import('../../pages/admin/people/SubscribersPage')).SubscribersPage,
  orders: async () => (await import('../../pages/admin/sales/OrdersPage')).OrdersPage,
  order: async () => (await import('../../pages/admin/sales/OrderPage')).OrderPage,
  coupons: async () => (await import('../../pages/admin/sales/CouponsPage')).CouponsPage,
  payouts: async () => (await import('../../pages/admin/sales/PayoutsPage')).PayoutsPage,
  reconciliation: async () => (await import('../../pages/admin/sales/ReconciliationPage')).ReconciliationPage,
  serviceRequests: async () => (await import('../../pages/admin/people/ServiceRequestsPage')).ServiceRequestsPage,
  announcements: async () => (await import('../../pages/admin/people/AnnouncementsPage')).AnnouncementsPage,
  newAnnouncement: async () => (await import('../../pages/admin/people/AnnouncementFormPage')).AnnouncementFormPage,
  announcement: async () => (await import('../../pages/admin/people/AnnouncementFormPage')).AnnouncementFormPage,
  timeline: async () => (await import('../../pages/admin/TimelinePage')).TimelinePage,
  status: async () => (await import('../../pages/admin/StatusPage')).StatusPage,
  auditLog: async () => (await import('../../pages/admin/AuditLogPage')).AuditLogPage,
};

export const MENU_ICONS: Record<MenuPage, LucideIcon> = {
  dashboard: LayoutDashboard,
  products: Disc3,
  demos: Headphones,
  reviewQueue: ListChecks,
  buyers: Users,
  sellers: Store,
  unsoldTracks: Hourglass,
  subscribers: Mails,
  orders: ReceiptText,
  coupons: TicketPercent,
  payouts: Banknote,
  reconciliation: Scale,
  serviceRequests: MessagesSquare,
  announcements: Megaphone,
  timeline: History,
  status: Activity,
  auditLog: ScrollText,
};
