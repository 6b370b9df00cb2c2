/** Loads login and registration, with their schemas, only when somebody is about to use them. */
export const loadAuthModal = () => import('../../features/identity/public/login/AuthModal');
