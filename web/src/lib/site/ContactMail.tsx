import { useContact } from './contact';

export function ContactMail() {
  const { email } = useContact();
  return <a href={`mailto:${email}`}>{email}</a>;
}
