import { zodResolver } from '@hookform/resolvers/zod';
import { ContactForm } from '@shop/contracts/forms';
import type { UserView } from '@shop/contracts/views';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { errorText } from '#lib/calls/api.ts';
import { sessionHasEnded } from '../../session/ask-to-log-in';
import { useBotToken } from '#lib/calls/bot-check.ts';
import { useAppDispatch } from '#lib/hooks.ts';
import { toast } from '#lib/toast.ts';
import { useKeptForm } from '../../session/use-kept-form';
import { Button } from '#ui/action/Button.tsx';
import { Dialog } from '#ui/overlay/Dialog.tsx';
import { TextArea, TextField } from '#ui/form/TextField.tsx';
import styles from './AuthForms.module.css';
import { useWriteToAdminMutation } from '../api/identity-api';

const Message = ContactForm.pick({ subject: true, text: true });

/**
 * A message to the shop's admins, in the user's name (docs/product/messages.md#contact-admin). Typed text stays until it is sent,
 * even after a reload.
 */
export function ContactAdmin({ user }: { user: UserView }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="s" onClick={() => setOpen(true)}>
        Contact Admin
      </Button>
      <Dialog title="Contact Admin" stays open={open} onOpenChange={setOpen}>
        <MessageForm user={user} onSent={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function MessageForm({ user, onSent }: { user: UserView; onSent: () => void }) {
  const dispatch = useAppDispatch();
  const botToken = useBotToken();
  const [write] = useWriteToAdminMutation();
  const form = useForm({
    resolver: zodResolver(Message),
    defaultValues: { subject: '', text: '' },
  });
  const forget = useKeptForm(form, 'contact-admin');
  const { register, formState } = form;
  const { errors, isSubmitting } = formState;

  const submit = form.handleSubmit(async (message) => {
    const name = `${user.name} ${user.last_name}`;
    try {
      await write({ name, email: user.email, ...message, recaptchaToken: await botToken('contact') }).unwrap();
      toast.success('Message sent successfully!');
      forget();
      onSent();
    } catch (error) {
      if (!dispatch(sessionHasEnded(error))) toast.error(errorText(error, 'Failed to send message.'));
    }
  });

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <p className="muted">The answer comes to {user.email}, usually within 24-48 hours.</p>
      <TextField label="Subject" error={errors.subject?.message} {...register('subject')} />
      <TextArea label="Message" rows={6} error={errors.text?.message} {...register('text')} />
      <Button type="submit" variant="primary" block busy={isSubmitting}>
        Send Message
      </Button>
    </form>
  );
}
