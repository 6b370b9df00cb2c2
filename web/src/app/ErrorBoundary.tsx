import { Component, type ErrorInfo, type ReactNode } from 'react';
import { ErrorPage } from '../pages/storefront/ErrorPage';

type Props = { children: ReactNode; /** Another place is another try. */ place: string };
type State = { error: unknown; place: string };

/** Catches what breaks while a page is drawn; React offers this to classes only. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, place: this.props.place };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error ?? new Error('Unknown error') };
  }

  static getDerivedStateFromProps({ place }: Props, state: State): Partial<State> | null {
    return place === state.place ? null : { error: null, place };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo) {
    console.error('A page broke', error, componentStack);
  }

  override render() {
    return this.state.error ? <ErrorPage error={this.state.error} /> : this.props.children;
  }
}
