import { Trans } from '@lingui/react/macro';
import { useEffect } from 'react';

const elementId = 'script-failure';
const readyEvent = 'page-ready';

/**
 * Runs before any other script. Shows the message when a script of the page fails, or when the page is not ready after
 * 120 seconds (docs/behaviour/pages.md, 14). Without scripts a public page can be read, but its buttons do not work.
 */
export const scriptFailureScript = `(()=>{const show=()=>{stop();const fail=()=>{const e=document.getElementById('${elementId}');if(e)e.hidden=false};document.readyState==='loading'?document.addEventListener('DOMContentLoaded',fail):fail()};const ours=(e)=>{const t=e.target;if(e.reason?/import|module/i.test(e.reason):t&&(t.tagName==='SCRIPT'||t.rel==='modulepreload'))show()};const timer=setTimeout(show,120000);const stop=()=>{clearTimeout(timer);removeEventListener('error',ours,true);removeEventListener('unhandledrejection',ours);removeEventListener('${readyEvent}',stop)};addEventListener('error',ours,true);addEventListener('unhandledrejection',ours);addEventListener('${readyEvent}',stop)})()`;

/** The hidden message. Its effect runs after hydration and reports that the page is ready. */
export function ScriptFailure() {
  useEffect(() => {
    window.dispatchEvent(new Event(readyEvent));
  }, []);
  return (
    <div id={elementId} className="script-failure lacquer" role="alert" hidden suppressHydrationWarning>
      <span>
        <Trans>A part of this page could not be loaded.</Trans>
      </span>
      {/* biome-ignore lint/a11y/useValidAnchor: an empty address reloads the page without a script. */}
      <a className="button-text" href="">
        <Trans>Load the page again</Trans>
      </a>
    </div>
  );
}
