/** A link that its seller wrote, perhaps without a scheme; without its own in the text. */
export const SocialLink = ({ link }: { link: string }) => (
  <a href={/^https?:/i.test(link) ? link : `https://${link}`} target="_blank" rel="noopener noreferrer nofollow">
    {link.replace(/^https?:\/\/(www\.)?/i, '')}
  </a>
);
