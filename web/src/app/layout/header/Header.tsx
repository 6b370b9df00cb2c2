import { MENU } from '@shop/contracts/pages';
import { Heart, Menu, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link, NavLink } from 'react-router-dom';
import { useDetails } from '#features/session/details-api.ts';
import { paths } from '#lib/paths.ts';
import { useUserId, loginRequested } from '#features/session/session.ts';
import { useBackCloses } from '#lib/layers/use-back-closes.ts';
import { useDismiss } from '#lib/layers/use-dismiss.ts';
import { lazyWithRetry } from '#lib/loading/lazy-with-retry.tsx';
import { IconButton } from '#ui/action/IconButton.tsx';
import { SectionBoundary } from '#ui/feedback/SectionBoundary.tsx';
import { useAppDispatch } from '#lib/hooks.ts';
import { Button } from '#ui/action/Button.tsx';
import { loadAuthModal } from '../../mounts/load-auth-modal';
import { CartMenu, Count, withCount } from './CartMenu';
import styles from './Header.module.css';
import { Logo } from './Logo';

// Loads only for a logged-in user; the header keeps its place (Header.module.css).
const UserMenu = lazyWithRetry(async () => (await import('./UserMenu')).UserMenu, { quiet: true });

/** The header of all public pages (docs/product/screens.md#header). */
export function Header() {
  const userId = useUserId();
  const { data } = useDetails();
  const wishlistCount = data?.wishlist.length ?? 0;
  const [menuOpen, setMenuOpen] = useState(false);
  const menuArea = useRef<HTMLDivElement>(null);
  useDismiss(menuArea, menuOpen, () => setMenuOpen(false));
  useBackCloses(menuOpen, () => setMenuOpen(false));

  return (
    <header className={styles.header}>
      <div className={`wrap ${styles.bar}`}>
        <Logo />
        <div ref={menuArea} className={styles.menuArea}>
          <IconButton
            className={styles.menuButton}
            label={menuOpen ? 'Close menu' : 'Open menu'}
            aria-expanded={menuOpen}
            aria-controls="menu"
            onClick={() => setMenuOpen(!menuOpen)}
          >
            {menuOpen ? <X size={22} /> : <Menu size={22} />}
          </IconButton>
          <nav id="menu" aria-label="Main" className={styles.nav} data-open={menuOpen}>
            <ul>
              {MENU.map(({ to, name }) => (
                <li key={to}>
                  <NavLink to={to} end onClick={() => setMenuOpen(false)} dir="auto">
                    {name}
                  </NavLink>
                </li>
              ))}
            </ul>
          </nav>
        </div>
        <div className={styles.actions}>
          <Link to={paths.wishlist} className={styles.icon} aria-label={withCount('Wishlist', wishlistCount)} title="Wishlist">
            <Heart size={20} aria-hidden />
            <Count of={wishlistCount} />
          </Link>
          <CartMenu count={data?.cart.length ?? 0} />
          <div className={styles.account}>
            {userId === null ? (
              <LogInButton />
            ) : (
              <SectionBoundary instead={<Link to={paths.account}>My Account</Link>}>
                <UserMenu name={data?.user.name ?? 'Account'} />
              </SectionBoundary>
            )}
          </div>
        </div>
      </div>
    </header>
  );
}

const near = () => void loadAuthModal().catch(() => {}); // loads ahead of the click, which loads it again after a failure

function LogInButton() {
  const dispatch = useAppDispatch();
  return (
    <Button size="s" onPointerEnter={near} onFocus={near} onClick={() => dispatch(loginRequested())}>
      Log In
    </Button>
  );
}
