/** A link as its seller typed it, perhaps without a scheme. The text is shown without the scheme. */
export const SocialLink = ({ link }: { link: string }) => (
  <a href={/^https?:/i.test(link) ? link : `https://${link}`} target="_blank" rel="noopener noreferrer nofollow">
    {link.replace(/^https?:\/\/(www\.)?/i, '')}
  </a>
);
