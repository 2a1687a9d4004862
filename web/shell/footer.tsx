import { Link } from 'react-router';
import { Wordmark } from './wordmark.tsx';

export function Footer() {
  return (
    <footer className="footer lacquer rim rim-top">
      <div className="page">
        <Wordmark />
        <ul>
          <li>
            <Link to="/#collection">Collection</Link>
          </li>
          <li>
            <Link to="/#about">About</Link>
          </li>
          <li>
            <Link to="/#contact">Contact</Link>
          </li>
        </ul>
      </div>
    </footer>
  );
}
