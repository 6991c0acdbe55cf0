/** Changes how the running server serves https. */
export interface HttpsControl {
  /**
   * Serves https for a domain from now on and obtains its certificate, or ends that for null.
   * @throws CONFLICT with a sentence if a port is taken or not allowed
   */
  choose(domain: string | null): Promise<void>;
}
