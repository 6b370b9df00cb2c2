/** Loads login and registration, with their schemas, only when somebody is likely to use them. */
export const loadAuthModal = () => import('#features/identity/public/login/AuthModal.tsx');
