import type { Right } from '@shop/contracts/constants';
import {
  Banknote,
  Disc3,
  Headphones,
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
import { lazily } from '../../lib/loading/lazily';

export type AdminPage = {
  /** Below the admin's prefix. */
  path: string;
  /** What an administrator's role must allow. */
  right: Right;
  Page: ComponentType;
  /** What the sidebar calls it; without it the page is reached from another one. */
  label?: string;
  icon?: LucideIcon;
};

const productForm = async () => (await import('../../pages/admin/catalog/ProductFormPage')).ProductFormPage;
const demoForm = async () => (await import('../../pages/admin/catalog/DemoFormPage')).DemoFormPage;
const announcementForm = async () => (await import('../../pages/admin/people/AnnouncementFormPage')).AnnouncementFormPage;

/** Every page of the administration, in the order of the sidebar; each is a chunk of its own. */
export const ADMIN_PAGES: readonly AdminPage[] = [
  {
    path: 'dashboard',
    right: 'seeTheWhole',
    label: 'Dashboard',
    icon: LayoutDashboard,
    Page: lazily(async () => (await import('../../pages/admin/DashboardPage')).DashboardPage),
  },
  {
    path: 'products',
    right: 'readCatalogue',
    label: 'Products',
    icon: Disc3,
    Page: lazily(async () => (await import('../../pages/admin/catalog/ProductsPage')).ProductsPage),
  },
  { path: 'products/new', right: 'changeCatalogue', Page: lazily(productForm) },
  { path: 'products/edit/:id', right: 'readCatalogue', Page: lazily(productForm) },
  {
    path: 'demos',
    right: 'readCatalogue',
    label: 'Demo tracks',
    icon: Headphones,
    Page: lazily(async () => (await import('../../pages/admin/catalog/DemosPage')).DemosPage),
  },
  { path: 'demos/new', right: 'changeCatalogue', Page: lazily(demoForm) },
  { path: 'demos/edit/:id', right: 'changeCatalogue', Page: lazily(demoForm) },
  {
    path: 'review-queue',
    right: 'readTracksOfStores',
    label: 'Review queue',
    icon: ListChecks,
    Page: lazily(async () => (await import('../../pages/admin/catalog/ReviewQueuePage')).ReviewQueuePage),
  },
  {
    path: 'users',
    right: 'readPeople',
    label: 'Buyers',
    icon: Users,
    Page: lazily(async () => (await import('../../pages/admin/people/BuyersPage')).BuyersPage),
  },
  {
    path: 'sellers',
    right: 'readStores',
    label: 'Sellers',
    icon: Store,
    Page: lazily(async () => (await import('../../pages/admin/people/SellersPage')).SellersPage),
  },
  {
    path: 'unsold-tracks',
    right: 'readTracksOfStores',
    label: 'Unsold tracks',
    icon: Hourglass,
    Page: lazily(async () => (await import('../../pages/admin/catalog/UnsoldTracksPage')).UnsoldTracksPage),
  },
  {
    path: 'subscribers',
    right: 'readPeople',
    label: 'Subscribers',
    icon: Mails,
    Page: lazily(async () => (await import('../../pages/admin/people/SubscribersPage')).SubscribersPage),
  },
  {
    path: 'orders',
    right: 'readOrders',
    label: 'Orders',
    icon: ReceiptText,
    Page: lazily(async () => (await import('../../pages/admin/sales/OrdersPage')).OrdersPage),
  },
  {
    path: 'orders/:id',
    right: 'readOrders',
    Page: lazily(async () => (await import('../../pages/admin/sales/OrderPage')).OrderPage),
  },
  {
    path: 'coupons',
    right: 'readMoney',
    label: 'Coupons',
    icon: TicketPercent,
    Page: lazily(async () => (await import('../../pages/admin/sales/CouponsPage')).CouponsPage),
  },
  {
    path: 'payouts',
    right: 'readMoney',
    label: 'Payouts',
    icon: Banknote,
    Page: lazily(async () => (await import('../../pages/admin/sales/PayoutsPage')).PayoutsPage),
  },
  {
    path: 'reconciliation',
    right: 'readMoney',
    label: 'Reconciliation',
    icon: Scale,
    Page: lazily(async () => (await import('../../pages/admin/sales/ReconciliationPage')).ReconciliationPage),
  },
  {
    path: 'service-requests',
    right: 'readPeople',
    label: 'Service requests',
    icon: MessagesSquare,
    Page: lazily(async () => (await import('../../pages/admin/people/ServiceRequestsPage')).ServiceRequestsPage),
  },
  {
    path: 'announcements',
    right: 'readPeople',
    label: 'Announcements',
    icon: Megaphone,
    Page: lazily(async () => (await import('../../pages/admin/people/AnnouncementsPage')).AnnouncementsPage),
  },
  { path: 'announcements/new', right: 'changePeople', Page: lazily(announcementForm) },
  { path: 'announcements/edit/:id', right: 'changePeople', Page: lazily(announcementForm) },
  {
    path: 'audit-log',
    right: 'ownTheShop',
    label: 'Audit log',
    icon: ScrollText,
    Page: lazily(async () => (await import('../../pages/admin/AuditLogPage')).AuditLogPage),
  },
];
