/** What a drawing writes to the console when it ran. */
export const confession = 'ran';
const deed = `console.error('${confession}')`;
const encodedDeed = encodeURIComponent(deed);
const html = 'xmlns:h="http://www.w3.org/1999/xhtml"';
const drawnScript = `<svg xmlns='http://www.w3.org/2000/svg' id='x'><script>${deed}</script></svg>`;
const target = '<rect width="400" height="400" fill="teal"/>';

/** What tries to run something from within a drawing: by itself, by an animation, under the pointer, by a click, by HTML. */
const contents: Readonly<Record<string, string>> = {
  'a script': `<script>${deed}</script>`,
  'a script in CDATA': `<script type="application/ecmascript"><![CDATA[${deed}]]></script>`,
  'a module': `<script type="module">${deed}</script>`,
  'a script by its address': `<script href="data:text/javascript,${encodedDeed}"/>`,
  'a script by its old address': `<script xlink:href="data:text/javascript,${encodedDeed}"/>`,
  'a script in text': `<text><script>${deed}</script></text>`,
  'a script in a style': `<style><script>${deed}</script></style>`,
  'a script of HTML': `<h:script ${html}>${deed}</h:script>`,
  'a script with another prefix': `<s:script xmlns:s="http://www.w3.org/2000/svg">${deed}</s:script>`,
  'a script behind a comment': `<!--><script>--><script>${deed}</script>`,
  'a script behind an instruction': `<?php ><script?><script>${deed}</script>`,
  'a drawing within, as it loads': `<svg onload="${deed}"/>`,
  'a style, as it loads': `<style onload="${deed}">rect{fill:red}</style>`,
  'a picture, as it loads': `<image href="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=" onload="${deed}"/>`,
  'a picture that fails': `<image href="/no-such-picture" onerror="${deed}"/>`,
  'a picture by a filter': `<filter id="f"><feImage href="/no-such-picture" onerror="${deed}"/></filter>`,
  'a drawing used from elsewhere': `<use href="data:image/svg+xml,${encodeURIComponent(drawnScript)}#x"/>`,
  'an animation that begins': `<rect><animate onbegin="${deed}" attributeName="x" dur="1s"/></rect>`,
  'an animation that ends': `<rect><animate onend="${deed}" attributeName="x" dur="1ms"/></rect>`,
  'an animation that repeats': `<rect><animate onrepeat="${deed}" attributeName="x" dur="1ms" repeatCount="2"/></rect>`,
  'a setting that begins': `<set onbegin="${deed}" attributeName="x" to="1" dur="1s"/>`,
  'a turning that begins': `<animateTransform onbegin="${deed}" attributeName="transform" dur="1s"/>`,
  'a motion that begins': `<rect><animateMotion onbegin="${deed}" dur="1s" path="M0 0h9"/></rect>`,
  'an animation of CSS': `<style>@keyframes k{to{opacity:0}}</style><rect onanimationstart="${deed}" style="animation:k 1s"/>`,
  'a link that is clicked': `<a href="javascript:${deed}">${target}</a>`,
  'an old link that is clicked': `<a xlink:href="javascript:${deed}">${target}</a>`,
  'a link by entities': `<a href="&#106;ava&#x73;cript&colon;${deed}">${target}</a>`.replace('&colon;', '&#58;'),
  'a link with a tab in it': `<a href="java&#9;script:${deed}">${target}</a>`,
  'a link behind white space': `<a href=" &#10;javascript:${deed}">${target}</a>`,
  'a link that is set later': `<a><set attributeName="href" to="javascript:${deed}"/>${target}</a>`,
  'a link that is animated': `<a><animate attributeName="href" values="javascript:${deed}"/>${target}</a>`,
  'an old link that is animated': `<a><animate attributeName="xlink:href" from="#" to="javascript:${deed}" dur="1ms" fill="freeze"/>${target}</a>`,
  'a click': `<rect width="400" height="400" onclick="${deed}"/>`,
  'a press': `<rect width="400" height="400" onmousedown="${deed}"/>`,
  'a pointer': `<rect width="400" height="400" onpointermove="${deed}"/>`,
  'a pointer that enters': `<g onmouseover="${deed}">${target}</g>`,
  'the focus': `<a href="#a" onfocus="${deed}" autofocus="">${target}</a>`,
  'the focus of what has none': `<rect tabindex="1" onfocusin="${deed}" width="400" height="400"/>`,
  'foreign content': `<foreignObject width="9" height="9"><h:img ${html} src="/no-such-picture" onerror="${deed}"/></foreignObject>`,
  'foreign content, in another case': `<foreignobject><h:img ${html} src="x:" onerror="${deed}"/></foreignobject>`,
  'a frame': `<foreignObject width="9" height="9"><h:iframe ${html} src="javascript:parent.${deed}"/></foreignObject>`,
  'a frame with its document': `<h:iframe ${html} srcdoc="&lt;script>parent.${deed}&lt;/script>"/>`,
  'a picture of HTML': `<h:img ${html} src="/no-such-picture" onerror="${deed}"/>`,
  'a film of HTML': `<h:video ${html} src="x:" onerror="${deed}"/>`,
  'an object of HTML': `<h:object ${html} data="javascript:${deed}"/><h:embed ${html} src="javascript:${deed}"/>`,
  'a field of HTML': `<foreignObject width="9" height="9"><h:input ${html} autofocus="" onfocus="${deed}"/></foreignObject>`,
  'details of HTML': `<foreignObject width="9" height="9"><h:details ${html} open="" ontoggle="${deed}"/></foreignObject>`,
  'a refresh of HTML': `<h:meta ${html} http-equiv="refresh" content="0;url=javascript:${deed}"/>`,
  'a handler of XML Events': `<handler xmlns:ev="http://www.w3.org/2001/xml-events" ev:event="load">${deed}</handler>`,
};

/** What content can stand in. */
const places: Readonly<Record<string, (content: string) => string>> = {
  '': (content) => content,
  ', in a link in a switch': (content) => `<switch><a href="#top"><g>${content}</g></a></switch>`,
  ', in a drawing in a drawing': (content) => `<svg><desc>]]&gt;</desc>${content}</svg>`,
};

const whole = (content: string, attributes = '', prolog = '') =>
  `${prolog}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="400" height="400" ` +
  `${attributes}>${target}${content}</svg>`;

/** What hides outside the content. */
const documents: Readonly<Record<string, string>> = {
  'the drawing, as it loads': whole('', `onload="${deed}"`),
  'the drawing, by an entity': whole('', 'onload="&e;"', `<!DOCTYPE svg [<!ENTITY e "${deed}">]>`),
  'a script by an entity': whole(
    '&e;',
    '',
    `<!DOCTYPE svg [<!ENTITY e '<script>${deed.replaceAll("'", '"')}</script>'>]>`,
  ),
  'a default of the document type': whole('', '', `<!DOCTYPE svg [<!ATTLIST svg onload CDATA "${deed}">]>`),
  'everything with a prefix': `<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:script>${deed}</s:script><s:path d="M0 0h9"/></s:svg>`,
  'a style sheet that transforms': whole(
    '',
    '',
    `<?xml-stylesheet type="text/xsl" href="data:text/xml,${encodeURIComponent(
      `<x:stylesheet xmlns:x="http://www.w3.org/1999/XSL/Transform" version="1.0"><x:template match="/"><script xmlns="http://www.w3.org/1999/xhtml">${deed}</script></x:template></x:stylesheet>`,
    )}"?>`,
  ),
  'a page that looks like a drawing': `<!-- <svg> --><html xmlns="http://www.w3.org/1999/xhtml"><script>${deed}</script></html>`,
};

export const hostileDrawings: ReadonlyMap<string, string> = new Map([
  ...Object.entries(documents),
  ...Object.entries(contents).flatMap(([what, content]) =>
    Object.entries(places).map(([where, put]) => [`${what}${where}`, whole(put(content))] as const),
  ),
]);
