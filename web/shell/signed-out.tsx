import { useEffect } from 'react';
import { useNavigate } from 'react-router';

/** SPEC.md §4: whoever is signed out, by themselves or by a dead token, goes home. */
export function SignedOut() {
  const navigate = useNavigate();
  useEffect(() => {
    const goHome = () => void navigate('/');
    window.addEventListener('userLoggedOut', goHome);
    return () => window.removeEventListener('userLoggedOut', goHome);
  }, [navigate]);
  return null;
}
