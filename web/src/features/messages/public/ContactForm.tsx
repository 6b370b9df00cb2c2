import { zodResolver } from '@hookform/resolvers/zod';
import { FeedbackForm } from '@shop/contracts/forms';
import { useForm } from 'react-hook-form';
import { errorText } from '#lib/calls/api.ts';
import { useBotToken } from '#lib/calls/bot-check.ts';
import { toast } from '#lib/toast.ts';
import { useTurn } from '../../session/session';
import { useKeptForm } from '../../session/use-kept-form';
import { Button } from '#ui/action/Button.tsx';
import { TextArea, TextField } from '#ui/form/TextField.tsx';
import styles from './ContactForm.module.css';
import { useSendFeedbackMutation } from '../api/messages-api';

const EMPTY = { name: '', email: '', message: '' };

/** A visitor's or user's message to the shop (docs/product/messages.md#the-contact-page). */
export const ContactForm = () => <MessageForm key={useTurn()} />;

function MessageForm() {
  const botToken = useBotToken();
  const [send] = useSendFeedbackMutation();
  const form = useForm({ resolver: zodResolver(FeedbackForm), defaultValues: EMPTY });
  const { register, handleSubmit, reset, formState } = form;
  const forget = useKeptForm(form, 'contact');
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (message) => {
    const answer = await send({ ...message, recaptchaToken: await botToken('contactFormSubmit') });
    if (answer.error) return toast.error(errorText(answer.error, 'Error sending message. Please try again.'));
    toast.success('Your message has been sent successfully!');
    forget();
    reset(EMPTY);
  });

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <TextField label="Name" autoComplete="name" required error={errors.name?.message} {...register('name')} />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        inputMode="email"
        required
        error={errors.email?.message}
        {...register('email')}
      />
      <TextArea label="Message" rows={7} required error={errors.message?.message} {...register('message')} />
      <Button type="submit" variant="primary" busy={isSubmitting}>
        Send Message
      </Button>
    </form>
  );
}
