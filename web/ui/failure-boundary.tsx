import { Component, type ComponentType, type ReactNode } from 'react';

interface FailureBoundaryProps {
  children: ReactNode;
  /** The data that the children render. Children that threw are rendered again when it changes. */
  data: unknown;
  /** Rendered in place of the children that threw. */
  fallback: ComponentType;
}

/** Limits a render error to the part of the page it happened in. */
export class FailureBoundary extends Component<FailureBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidUpdate({ data }: FailureBoundaryProps): void {
    if (this.state.hasFailed && data !== this.props.data) this.setState({ hasFailed: false });
  }

  override render(): ReactNode {
    const { children, fallback: Fallback } = this.props;
    return this.state.hasFailed ? <Fallback /> : children;
  }
}
