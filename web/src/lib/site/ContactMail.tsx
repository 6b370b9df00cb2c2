import { useContact } from './contact';

/** The operator's address for mail, as a link. */
export function ContactMail() {
  const { email } = useContact();
  return <a href={`mailto:${email}`}>{email}</a>;
}
