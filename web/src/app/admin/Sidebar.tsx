import { ADMIN_PAGE_NAMES, ADMIN_PAGES } from '@shop/contracts/admin-pages';
import { LogOut, Menu, Store, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { useAdminLogoutMutation } from '#features/identity/api/admin-login-api.ts';
import { useMay } from '#features/session/admin-role.ts';
import { keptDrafts } from '#lib/admin/kept-drafts.ts';
import { endAdminSession, useAdminId } from '#lib/calls/admin-session.ts';
import { isApiError } from '#lib/calls/api.ts';
import { useSiteName } from '#lib/calls/config-api.ts';
import { useAppDispatch } from '#lib/hooks.ts';
import { paths } from '#lib/paths.ts';
import { leaveSession } from '#features/session/leave-session.ts';
import { useUserId } from '#features/session/session.ts';
import { toast } from '#lib/toast.ts';
import { useBackCloses } from '#lib/layers/use-back-closes.ts';
import { useDismiss } from '#lib/layers/use-dismiss.ts';
import { IconButton } from '#ui/action/IconButton.tsx';
import { isInMenu, MENU, MENU_GROUPS } from './admin-chunks';
import { JumpButton } from './jump/JumpButton';
import styles from './Sidebar.module.css';

/** Links to every list in groups, and below them, always in sight, to the shop and the logout. On a phone it unfolds below a bar. */
export function Sidebar() {
  const siteName = useSiteName();
  const { pathname } = useLocation();
  const [openAt, setOpenAt] = useState<string | null>(null);
  const open = openAt === pathname;
  const area = useRef<HTMLDivElement>(null);
  useDismiss(area, open, () => setOpenAt(null));
  useBackCloses(open, () => setOpenAt(null));

  return (
    <div ref={area} className={styles.side}>
      <div className={styles.bar}>
        <Link to={paths.admin.home} className={styles.name}>
          {siteName} <span>admin</span>
        </Link>
        <JumpButton />
        <IconButton
          className={styles.menuButton}
          label={open ? 'Close menu' : 'Open menu'}
          aria-expanded={open}
          aria-controls="admin-menu"
          onClick={() => setOpenAt(open ? null : pathname)}
        >
          {open ? <X size={20} /> : <Menu size={20} />}
        </IconButton>
      </div>
      <nav id="admin-menu" aria-label="Administration" className={styles.nav} data-open={open}>
        <div className={styles.groups}>
          {MENU_GROUPS.map((group) => (
            <Group key={group} name={group} />
          ))}
        </div>
        <ul className={styles.foot}>
          <li>
            <Link to={paths.home} className={styles.entry}>
              <Store size={16} aria-hidden />
              To the shop
            </Link>
          </li>
          <li>
            <LogoutEntry />
          </li>
        </ul>
      </nav>
    </div>
  );
}

/** The entries of a group that the admin's role may see, below its heading. */
function Group({ name: group }: { name: (typeof MENU_GROUPS)[number] }) {
  const may = useMay();
  const id = useId();
  const names = ADMIN_PAGE_NAMES.filter(isInMenu).filter((name) => MENU[name][0] === group && may(ADMIN_PAGES[name].right));
  if (names.length === 0) return null;
  return (
    <>
      {group && (
        <p id={id} className={styles.heading}>
          {group}
        </p>
      )}
      <ul aria-labelledby={group ? id : undefined}>
        {names.map((name) => {
          const { address, title: label } = ADMIN_PAGES[name];
          const Icon = MENU[name][1];
          return (
            <li key={name}>
              <NavLink to={paths.admin.page(address)} className={styles.entry}>
                <Icon size={16} aria-hidden />
                {label}
              </NavLink>
            </li>
          );
        })}
      </ul>
    </>
  );
}

function LogoutEntry() {
  const dispatch = useAppDispatch();
  const [logout, { isLoading }] = useAdminLogoutMutation();
  const adminId = useAdminId();
  const userId = useUserId();

  const leave = async () => {
    const anotherInShop = adminId !== null && userId !== null && userId !== adminId;
    const { error } = await logout({ keepsCookies: anotherInShop });
    // The server still holds the session, so "logged out" would be wrong.
    if (isApiError(error) && (typeof error.status === 'string' || error.status >= 500))
      return toast.error('You could not be logged out. Please try again.');
    if (!anotherInShop) dispatch(leaveSession());
    dispatch(endAdminSession());
    keptDrafts.clear();
  };

  return (
    <button type="button" data-leaves className={styles.entry} disabled={isLoading} onClick={() => void leave()}>
      <LogOut size={16} aria-hidden />
      Logout
    </button>
  );
}
