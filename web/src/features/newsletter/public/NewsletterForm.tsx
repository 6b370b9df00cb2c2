import { useState, type FormEvent } from 'react';
import { errorText } from '#lib/calls/api.ts';
import { Button } from '#ui/action/Button.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import { useSubscribeMutation } from '../api/newsletter-api';
import styles from './NewsletterForm.module.css';

/** Subscribes to the newsletter (docs/product/newsletter.md#subscribing). */
export function NewsletterForm() {
  const [subscribe, { isLoading }] = useSubscribeMutation();
  const [email, setEmail] = useState('');
  const [error, setError] = useState<string>();
  const [isSubscribed, setIsSubscribed] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsSubscribed(false);
    const address = email.trim();
    if (!address) return setError('Please enter your email address.');
    setError(undefined);
    const answer = await subscribe({ email: address });
    if (answer.error) return setError(errorText(answer.error, 'Subscription failed. Please try again.'));
    setEmail('');
    setIsSubscribed(true);
  };

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        label="Get the newsletter"
        placeholder="you@example.com"
        type="email"
        autoComplete="email"
        inputMode="email"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={error}
      />
      <Button type="submit" busy={isLoading}>
        {isLoading ? 'Subscribing...' : 'Subscribe'}
      </Button>
      {isSubscribed && (
        <p className={styles.done} role="status">
          Subscription successful! Please check your email for confirmation.
        </p>
      )}
    </form>
  );
}
