CreateInfo("a"):transform_feedback_mode(1)
