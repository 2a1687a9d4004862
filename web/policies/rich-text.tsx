import { Fragment, type ReactNode } from 'react';
import type { RichBlock, RichSpan, RichText as RichTextBlocks } from '#contract/rich-text.ts';

/** A formatted text as elements. Blocks and spans have no ids and never change places, so their positions are their keys. */
export function RichText({ blocks }: { blocks: RichTextBlocks }) {
  return <div className="prose rich-text">{blocks.map(blockElement)}</div>;
}

function blockElement(block: RichBlock, key: number): ReactNode {
  switch (block.kind) {
    case 'heading': {
      const Heading = headings[block.level] ?? 'h6';
      return <Heading key={key}>{block.spans.map(spanElement)}</Heading>;
    }
    case 'paragraph':
      return <p key={key}>{block.spans.map(spanElement)}</p>;
    case 'list': {
      const items = block.items.map(itemElement);
      return block.start === null ? (
        <ul key={key}>{items}</ul>
      ) : (
        <ol key={key} start={block.start}>
          {items}
        </ol>
      );
    }
    case 'quote':
      return <blockquote key={key}>{block.blocks.map(blockElement)}</blockquote>;
    case 'rule':
      return <hr key={key} />;
  }
}

const itemElement = (blocks: RichBlock[], key: number) => <li key={key}>{blocks.map(blockElement)}</li>;

const headings: Readonly<Record<number, 'h2' | 'h3' | 'h4' | 'h5' | 'h6'>> = { 2: 'h2', 3: 'h3', 4: 'h4', 5: 'h5' };

function spanElement(span: RichSpan, key: number): ReactNode {
  switch (span.kind) {
    case 'text':
      return span.lang ? (
        <span key={key} lang={span.lang}>
          {span.text}
        </span>
      ) : (
        <Fragment key={key}>{span.text}</Fragment>
      );
    case 'break':
      return <br key={key} />;
    case 'emphasis':
      return <em key={key}>{span.spans.map(spanElement)}</em>;
    case 'strong':
      return <strong key={key}>{span.spans.map(spanElement)}</strong>;
    case 'link':
      return (
        <a key={key} href={span.href}>
          {span.spans.map(spanElement)}
        </a>
      );
  }
}
