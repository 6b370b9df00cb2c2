import { zodResolver } from '@hookform/resolvers/zod';
import { FeedbackForm } from '@shop/contracts/forms';
import { useForm } from 'react-hook-form';
import { errorText } from '../../lib/api';
import { useBotToken } from '../../lib/botCheck';
import { toast } from '../../lib/toast';
import { Button } from '../../ui/Button';
import { TextArea, TextField } from '../../ui/TextField';
import styles from './ContactForm.module.css';
import { useSendFeedbackMutation } from './messagesApi';

const EMPTY = { name: '', email: '', message: '' };

/** A message to the shop from anybody (spec 1 §2, §5, §8). */
export function ContactForm() {
  const botToken = useBotToken();
  const [send] = useSendFeedbackMutation();
  const { register, handleSubmit, reset, formState } = useForm({ resolver: zodResolver(FeedbackForm), defaultValues: EMPTY });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (message) => {
    const answer = await send({ ...message, recaptchaToken: await botToken('contactFormSubmit') });
    if (answer.error) return toast.error(errorText(answer.error, 'Error sending message. Please try again.'));
    toast.success('Your message has been sent successfully!');
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
