import { useEffect } from 'react';
import { useNavigate } from 'react-router';

/** Goes to the home page after a sign-out, also one caused by an invalid token (docs/behaviour/cart.md, 5). */
export function RedirectAfterSignOut() {
  const navigate = useNavigate();
  useEffect(() => {
    const goHome = () => void navigate('/');
    window.addEventListener('userLoggedOut', goHome);
    return () => window.removeEventListener('userLoggedOut', goHome);
  }, [navigate]);
  return null;
}
