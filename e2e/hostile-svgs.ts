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
  'a script by href': `<script href="data:text/javascript,${encodedPayload}"/>`,
  'a script by xlink:href': `<script xlink:href="data:text/javascript,${encodedPayload}"/>`,
  'a script in text': `<text><script>${payload}</script></text>`,
  'a script in a style': `<style><script>${payload}</script></style>`,
  'an HTML script': `<h:script ${html}>${payload}</h:script>`,
  'a script with another prefix': `<s:script xmlns:s="http://www.w3.org/2000/svg">${payload}</s:script>`,
  'a script after a comment': `<!--><script>--><script>${payload}</script>`,
  'a script after a processing instruction': `<?php ><script?><script>${payload}</script>`,
  'a nested SVG that loads': `<svg onload="${payload}"/>`,
  'a style that loads': `<style onload="${payload}">rect{fill:red}</style>`,
  'a picture that loads': `<image href="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=" onload="${payload}"/>`,
  'a picture that fails': `<image href="/no-such-picture" onerror="${payload}"/>`,
  'a picture of a filter that fails': `<filter id="f"><feImage href="/no-such-picture" onerror="${payload}"/></filter>`,
  'a drawing in a data URL that is used': `<use href="data:image/svg+xml,${encodeURIComponent(scriptSvg)}#x"/>`,
  'an animation that begins': `<rect><animate onbegin="${payload}" attributeName="x" dur="1s"/></rect>`,
  'an animation that ends': `<rect><animate onend="${payload}" attributeName="x" dur="1ms"/></rect>`,
  'an animation that repeats': `<rect><animate onrepeat="${payload}" attributeName="x" dur="1ms" repeatCount="2"/></rect>`,
  'a set animation that begins': `<set onbegin="${payload}" attributeName="x" to="1" dur="1s"/>`,
  'an animateTransform that begins': `<animateTransform onbegin="${payload}" attributeName="transform" dur="1s"/>`,
  'an animateMotion that begins': `<rect><animateMotion onbegin="${payload}" dur="1s" path="M0 0h9"/></rect>`,
  'a CSS animation': `<style>@keyframes k{to{opacity:0}}</style><rect onanimationstart="${payload}" style="animation:k 1s"/>`,
  'a link that is clicked': `<a href="javascript:${payload}">${target}</a>`,
  'an xlink:href link that is clicked': `<a xlink:href="javascript:${payload}">${target}</a>`,
  'a link with entities': `<a href="&#106;ava&#x73;cript&colon;${payload}">${target}</a>`.replace('&colon;', '&#58;'),
  'a link with a tab in it': `<a href="java&#9;script:${payload}">${target}</a>`,
  'a link after white space': `<a href=" &#10;javascript:${payload}">${target}</a>`,
  'a link that is set later': `<a><set attributeName="href" to="javascript:${payload}"/>${target}</a>`,
  'a link that is animated': `<a><animate attributeName="href" values="javascript:${payload}"/>${target}</a>`,
  'an xlink:href link that is animated': `<a><animate attributeName="xlink:href" from="#" to="javascript:${payload}" dur="1ms" fill="freeze"/>${target}</a>`,
  'a click': `<rect width="400" height="400" onclick="${payload}"/>`,
  'a press': `<rect width="400" height="400" onmousedown="${payload}"/>`,
  'a pointer that moves': `<rect width="400" height="400" onpointermove="${payload}"/>`,
  'a pointer that enters': `<g onmouseover="${payload}">${target}</g>`,
  'the focus': `<a href="#a" onfocus="${payload}" autofocus="">${target}</a>`,
  'the focus of an element with a tabindex': `<rect tabindex="1" onfocusin="${payload}" width="400" height="400"/>`,
  'foreign content': `<foreignObject width="9" height="9"><h:img ${html} src="/no-such-picture" onerror="${payload}"/></foreignObject>`,
  'foreign content, in another case': `<foreignobject><h:img ${html} src="x:" onerror="${payload}"/></foreignobject>`,
  'an HTML frame': `<foreignObject width="9" height="9"><h:iframe ${html} src="javascript:parent.${payload}"/></foreignObject>`,
  'an HTML frame with srcdoc': `<h:iframe ${html} srcdoc="&lt;script>parent.${payload}&lt;/script>"/>`,
  'an HTML picture that fails': `<h:img ${html} src="/no-such-picture" onerror="${payload}"/>`,
  'an HTML video that fails': `<h:video ${html} src="x:" onerror="${payload}"/>`,
  'an HTML object': `<h:object ${html} data="javascript:${payload}"/><h:embed ${html} src="javascript:${payload}"/>`,
  'an HTML field': `<foreignObject width="9" height="9"><h:input ${html} autofocus="" onfocus="${payload}"/></foreignObject>`,
  'HTML details': `<foreignObject width="9" height="9"><h:details ${html} open="" ontoggle="${payload}"/></foreignObject>`,
  'an HTML refresh': `<h:meta ${html} http-equiv="refresh" content="0;url=javascript:${payload}"/>`,
  'an XML Events handler': `<handler xmlns:ev="http://www.w3.org/2001/xml-events" ev:event="load">${payload}</handler>`,
};

/** Elements in which each attack is nested; the first: none. */
const wrappers: Readonly<Record<string, (content: string) => string>> = {
  '': (content) => content,
  ', in a link in a switch': (content) => `<switch><a href="#top"><g>${content}</g></a></switch>`,
  ', in a nested SVG': (content) => `<svg><desc>]]&gt;</desc>${content}</svg>`,
};

const svgWith = (content: string, attributes = '', prolog = '') =>
  `${prolog}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="400" height="400" ` +
  `${attributes}>${target}${content}</svg>`;

/** Whole documents whose attack is not inside the SVG's content. */
const documents: Readonly<Record<string, string>> = {
  'the SVG itself, as it loads': svgWith('', `onload="${payload}"`),
  'the SVG itself, as it loads, by an entity': svgWith('', 'onload="&e;"', `<!DOCTYPE svg [<!ENTITY e "${payload}">]>`),
  'a script by an entity': svgWith(
    '&e;',
    '',
    `<!DOCTYPE svg [<!ENTITY e '<script>${payload.replaceAll("'", '"')}</script>'>]>`,
  ),
  'a default attribute of a DTD': svgWith('', '', `<!DOCTYPE svg [<!ATTLIST svg onload CDATA "${payload}">]>`),
  'everything with a prefix': `<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:script>${payload}</s:script><s:path d="M0 0h9"/></s:svg>`,
  'a style sheet that transforms': svgWith(
    '',
    '',
    `<?xml-stylesheet type="text/xsl" href="data:text/xml,${encodeURIComponent(
      `<x:stylesheet xmlns:x="http://www.w3.org/1999/XSL/Transform" version="1.0"><x:template match="/"><script xmlns="http://www.w3.org/1999/xhtml">${payload}</script></x:template></x:stylesheet>`,
    )}"?>`,
  ),
  'a page that looks like an SVG': `<!-- <svg> --><html xmlns="http://www.w3.org/1999/xhtml"><script>${payload}</script></html>`,
};

export const hostileSvgs: ReadonlyMap<string, string> = new Map([
  ...Object.entries(documents),
  ...Object.entries(attacks).flatMap(([what, content]) =>
    Object.entries(wrappers).map(([where, put]) => [`${what}${where}`, svgWith(put(content))] as const),
  ),
]);
