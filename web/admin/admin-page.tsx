export default function Placeholder() {
  return <main id="main" className="page" />;
}
