/** Set on <html> until the first picture is loaded; until then base.css gives lazy pictures no box. */
const waitingClass = 'first-picture';
/** The event that `window` receives when the class is removed. */
const doneEvent = 'first-picture';

/**
 * Runs in the head. On a slow connection early requests compete with the largest picture, so lazy pictures and scripts are
 * delayed until that picture is loaded and the page is painted (docs/decisions/0016). The delay ends after three seconds at
 * most, and as soon as the visitor scrolls, presses or types. There is no delay in a hidden tab or without scripts.
 */
export const firstPictureScript = `(()=>{const root=document.documentElement;const done=()=>{if(!root.classList.contains('${waitingClass}'))return;root.classList.remove('${waitingClass}');dispatchEvent(new Event('${doneEvent}'))};if(document.hidden)return;root.classList.add('${waitingClass}');const painted=new Promise((go)=>new PerformanceObserver(go).observe({type:'paint',buffered:true}));const loaded=new Promise((go)=>addEventListener('DOMContentLoaded',()=>{const first=document.querySelector('img[fetchpriority=high]');if(!first||first.complete)return go();first.addEventListener('load',go);first.addEventListener('error',go)}));Promise.all([painted,loaded]).then(done);setTimeout(done,3000);for(const type of ['scroll','pointerdown','keydown'])addEventListener(type,done,{once:true,passive:true})})()`;

/** A statement for the start of a module: resolves when the delay has ended. */
export const afterFirstPicture = `await new Promise((go) => {
  if (!document.documentElement.classList.contains('${waitingClass}')) return go();
  addEventListener('${doneEvent}', go, { once: true });
});
`;
