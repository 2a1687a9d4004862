/** Written to the console by every script that runs. */
export const executedMarker = 'ran';
const payload = `console.error('${executedMarker}')`;
const encodedPayload = encodeURIComponent(payload);
const html = 'xmlns:h="http://www.w3.org/1999/xhtml"';
const scriptSvg = `<svg xmlns='http://www.w3.org/2000/svg' id='x'><script>${payload}</script></svg>`;
const target = '<rect width="400" height="400" fill="teal"/>';

/** Ways to run a script within an SVG: directly, by animation, by pointer events, by a click, and in embedded HTML. */
const attacks: Readonly<Record<string, string>> = {
  'a script': `<script>${payload}</script>`,
  'a script in CDATA': `<script type="application/ecmascript"><![CDATA[${payload}]]></script>`,
  'a module': `<script type="module">${payload}</script>`,
  'a script by its address': `<script href="data:text/javascript,${encodedPayload}"/>`,
  'a script by its old address': `<script xlink:href="data:text/javascript,${encodedPayload}"/>`,
  'a script in text': `<text><script>${payload}</script></text>`,
  'a script in a style': `<style><script>${payload}</script></style>`,
  'a script of HTML': `<h:script ${html}>${payload}</h:script>`,
  'a script with another prefix': `<s:script xmlns:s="http://www.w3.org/2000/svg">${payload}</s:script>`,
  'a script behind a comment': `<!--><script>--><script>${payload}</script>`,
  'a script behind an instruction': `<?php ><script?><script>${payload}</script>`,
  'a drawing within, as it loads': `<svg onload="${payload}"/>`,
  'a style, as it loads': `<style onload="${payload}">rect{fill:red}</style>`,
  'a picture, as it loads': `<image href="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=" onload="${payload}"/>`,
  'a picture that fails': `<image href="/no-such-picture" onerror="${payload}"/>`,
  'a picture by a filter': `<filter id="f"><feImage href="/no-such-picture" onerror="${payload}"/></filter>`,
  'a drawing used from elsewhere': `<use href="data:image/svg+xml,${encodeURIComponent(scriptSvg)}#x"/>`,
  'an animation that begins': `<rect><animate onbegin="${payload}" attributeName="x" dur="1s"/></rect>`,
  'an animation that ends': `<rect><animate onend="${payload}" attributeName="x" dur="1ms"/></rect>`,
  'an animation that repeats': `<rect><animate onrepeat="${payload}" attributeName="x" dur="1ms" repeatCount="2"/></rect>`,
  'a setting that begins': `<set onbegin="${payload}" attributeName="x" to="1" dur="1s"/>`,
  'a turning that begins': `<animateTransform onbegin="${payload}" attributeName="transform" dur="1s"/>`,
  'a motion that begins': `<rect><animateMotion onbegin="${payload}" dur="1s" path="M0 0h9"/></rect>`,
  'an animation of CSS': `<style>@keyframes k{to{opacity:0}}</style><rect onanimationstart="${payload}" style="animation:k 1s"/>`,
  'a link that is clicked': `<a href="javascript:${payload}">${target}</a>`,
  'an old link that is clicked': `<a xlink:href="javascript:${payload}">${target}</a>`,
  'a link by entities': `<a href="&#106;ava&#x73;cript&colon;${payload}">${target}</a>`.replace('&colon;', '&#58;'),
  'a link with a tab in it': `<a href="java&#9;script:${payload}">${target}</a>`,
  'a link behind white space': `<a href=" &#10;javascript:${payload}">${target}</a>`,
  'a link that is set later': `<a><set attributeName="href" to="javascript:${payload}"/>${target}</a>`,
  'a link that is animated': `<a><animate attributeName="href" values="javascript:${payload}"/>${target}</a>`,
  'an old link that is animated': `<a><animate attributeName="xlink:href" from="#" to="javascript:${payload}" dur="1ms" fill="freeze"/>${target}</a>`,
  'a click': `<rect width="400" height="400" onclick="${payload}"/>`,
  'a press': `<rect width="400" height="400" onmousedown="${payload}"/>`,
  'a pointer': `<rect width="400" height="400" onpointermove="${payload}"/>`,
  'a pointer that enters': `<g onmouseover="${payload}">${target}</g>`,
  'the focus': `<a href="#a" onfocus="${payload}" autofocus="">${target}</a>`,
  'the focus of what has none': `<rect tabindex="1" onfocusin="${payload}" width="400" height="400"/>`,
  'foreign content': `<foreignObject width="9" height="9"><h:img ${html} src="/no-such-picture" onerror="${payload}"/></foreignObject>`,
  'foreign content, in another case': `<foreignobject><h:img ${html} src="x:" onerror="${payload}"/></foreignobject>`,
  'a frame': `<foreignObject width="9" height="9"><h:iframe ${html} src="javascript:parent.${payload}"/></foreignObject>`,
  'a frame with its document': `<h:iframe ${html} srcdoc="&lt;script>parent.${payload}&lt;/script>"/>`,
  'a picture of HTML': `<h:img ${html} src="/no-such-picture" onerror="${payload}"/>`,
  'a film of HTML': `<h:video ${html} src="x:" onerror="${payload}"/>`,
  'an object of HTML': `<h:object ${html} data="javascript:${payload}"/><h:embed ${html} src="javascript:${payload}"/>`,
  'a field of HTML': `<foreignObject width="9" height="9"><h:input ${html} autofocus="" onfocus="${payload}"/></foreignObject>`,
  'details of HTML': `<foreignObject width="9" height="9"><h:details ${html} open="" ontoggle="${payload}"/></foreignObject>`,
  'a refresh of HTML': `<h:meta ${html} http-equiv="refresh" content="0;url=javascript:${payload}"/>`,
  'a handler of XML Events': `<handler xmlns:ev="http://www.w3.org/2001/xml-events" ev:event="load">${payload}</handler>`,
};

/** Elements in which the content can be nested. */
const wrappers: Readonly<Record<string, (content: string) => string>> = {
  '': (content) => content,
  ', in a link in a switch': (content) => `<switch><a href="#top"><g>${content}</g></a></switch>`,
  ', in a drawing in a drawing': (content) => `<svg><desc>]]&gt;</desc>${content}</svg>`,
};

const svgWith = (content: string, attributes = '', prolog = '') =>
  `${prolog}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="400" height="400" ` +
  `${attributes}>${target}${content}</svg>`;

/** Attacks outside of the SVG's content. */
const documents: Readonly<Record<string, string>> = {
  'the drawing, as it loads': svgWith('', `onload="${payload}"`),
  'the drawing, by an entity': svgWith('', 'onload="&e;"', `<!DOCTYPE svg [<!ENTITY e "${payload}">]>`),
  'a script by an entity': svgWith(
    '&e;',
    '',
    `<!DOCTYPE svg [<!ENTITY e '<script>${payload.replaceAll("'", '"')}</script>'>]>`,
  ),
  'a default of the document type': svgWith('', '', `<!DOCTYPE svg [<!ATTLIST svg onload CDATA "${payload}">]>`),
  'everything with a prefix': `<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:script>${payload}</s:script><s:path d="M0 0h9"/></s:svg>`,
  'a style sheet that transforms': svgWith(
    '',
    '',
    `<?xml-stylesheet type="text/xsl" href="data:text/xml,${encodeURIComponent(
      `<x:stylesheet xmlns:x="http://www.w3.org/1999/XSL/Transform" version="1.0"><x:template match="/"><script xmlns="http://www.w3.org/1999/xhtml">${payload}</script></x:template></x:stylesheet>`,
    )}"?>`,
  ),
  'a page that looks like a drawing': `<!-- <svg> --><html xmlns="http://www.w3.org/1999/xhtml"><script>${payload}</script></html>`,
};

export const hostileSvgs: ReadonlyMap<string, string> = new Map([
  ...Object.entries(documents),
  ...Object.entries(attacks).flatMap(([what, content]) =>
    Object.entries(wrappers).map(([where, put]) => [`${what}${where}`, svgWith(put(content))] as const),
  ),
]);
