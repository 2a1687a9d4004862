import { useEffect } from 'react';

const elementId = 'script-failure';
const readyEvent = 'page-ready';

/**
 * Runs before any other script. Until the page says that it is ready, a script of its own that fails, or SPEC.md's
 * 120 seconds (§9), uncover the message: without scripts a public page still reads, but no button on it would answer.
 */
export const scriptFailureScript = `(()=>{const show=()=>{stop();const fail=()=>{const e=document.getElementById('${elementId}');if(e)e.hidden=false};document.readyState==='loading'?document.addEventListener('DOMContentLoaded',fail):fail()};const ours=(e)=>{const t=e.target;if(e.reason?/import|module/i.test(e.reason):t&&(t.tagName==='SCRIPT'||t.rel==='modulepreload'))show()};const timer=setTimeout(show,120000);const stop=()=>{clearTimeout(timer);removeEventListener('error',ours,true);removeEventListener('unhandledrejection',ours);removeEventListener('${readyEvent}',stop)};addEventListener('error',ours,true);addEventListener('unhandledrejection',ours);addEventListener('${readyEvent}',stop)})()`;

/** The message, covered until needed, and the word that it will not be: React runs effects only once it has the page. */
export function ScriptFailure() {
  useEffect(() => {
    window.dispatchEvent(new Event(readyEvent));
  }, []);
  return (
    <div id={elementId} className="script-failure lacquer" role="alert" hidden suppressHydrationWarning>
      <span>A part of this page could not be loaded.</span>
      {/* biome-ignore lint/a11y/useValidAnchor: the empty address is this page's own, and no script may be there to help. */}
      <a className="btn-text" href="">
        Load the page again
      </a>
    </div>
  );
}
