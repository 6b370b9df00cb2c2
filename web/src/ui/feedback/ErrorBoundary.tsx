import { Component, type ErrorInfo, type ReactNode } from 'react';
import { renewFailed } from '#lib/loading/lazy-with-retry.tsx';
import { NotLoaded } from '#lib/loading/with-retry.ts';

type Props = {
  children: ReactNode;
  /** Draws the replacement; `again` draws the children once more. */
  instead: (error: unknown, again: () => void) => ReactNode;
  /** When the place changes, the children are tried again. */
  place?: string | number;
  onCatch?: (error: unknown) => void;
  /** Nothing is logged here, because the parent reports the error. */
  quiet?: boolean;
};
type State = { error: unknown; place: string | number };

/**
 * Confines a part that breaks or cannot be loaded, so that the rest of the page stays. It is a class because React offers this to
 * classes only.
 */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, place: this.props.place ?? '' };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error ?? new Error('Unknown error') };
  }

  static getDerivedStateFromProps({ place = '' }: Props, state: State): Partial<State> | null {
    return place === state.place ? null : { error: null, place };
  }

  override componentDidMount() {
    window.addEventListener('online', this.backOnline);
  }

  override componentWillUnmount() {
    window.removeEventListener('online', this.backOnline);
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo) {
    renewFailed();
    if (!this.props.quiet) console.error('A part of the page broke', error, componentStack);
    this.props.onCatch?.(error);
  }

  private again = () => this.setState({ error: null });

  private backOnline = () => {
    if (this.state.error instanceof NotLoaded) this.again();
  };

  override render() {
    return <>{this.state.error ? this.props.instead(this.state.error, this.again) : this.props.children}</>;
  }
}
